import type { DatabaseSync } from 'node:sqlite';
import { prepare } from '../../database/sqlite/database.ts';

/** Returns false if no pattern of the mask has the key; returns true if a pattern may have it. */
export type VinFilter = (mask: number, key: string) => boolean;

/** Name of the filter table, which has one row. Increase the number if the format changes, so that older readers ignore the table. */
export const FILTER_TABLE = 'vin_filter_1';

/** Bytes of memory per pattern. With three bits per key, about one in a hundred keys without a pattern passes the filter. */
const BYTES_PER_PATTERN = 2;
const BYTES_PER_WORD = 4;

/**
 * Creates the VIN filter of a catalogue whose patterns have been sorted. It is a blocked Bloom filter, which reads one word of
 * memory per key. A search tries all masks of the manufacturer, and most masks have no match for the VIN. Without the filter, the
 * index look-ups for these masks would take longer than the rest of the search.
 */
export function writeVinFilter(db: DatabaseSync): void {
  const [patterns = 0] = prepare<[number]>(db, 'select count(*) from vin_pattern').get() ?? [];
  // The count is odd: with a power of two, place and bits would depend on the same part of the hash.
  const count = Math.ceil((patterns * BYTES_PER_PATTERN) / BYTES_PER_WORD) | 1;
  const words = new DataView(new ArrayBuffer(count * BYTES_PER_WORD));
  for (const [mask, key] of keys(db)) {
    const hash = hashOf(mask, key);
    const place = placeOf(hash, words);
    words.setUint32(place, words.getUint32(place, true) | bitsOf(hash), true);
  }
  db.exec(`create table ${FILTER_TABLE} (words blob not null) strict`);
  db.prepare(`insert into ${FILTER_TABLE} (words) values (?)`).run(new Uint8Array(words.buffer));
}

/** Reads the filter into memory. If a catalogue from a different release has no filter, every key passes. */
export function readVinFilter(db: DatabaseSync): VinFilter {
  if (!db.prepare('select 1 from sqlite_schema where name = ?').get(FILTER_TABLE)) return () => true;
  const [bytes = new Uint8Array()] = prepare<[Uint8Array]>(db, `select words from ${FILTER_TABLE}`).get() ?? [];
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (mask, key) => {
    const hash = hashOf(mask, key);
    const bits = bitsOf(hash);
    return (words.getUint32(placeOf(hash, words), true) & bits) === bits;
  };
}

/** Returns whether every pattern passes the filter; a search would miss a pattern that does not pass. */
export function isFilterWhole(db: DatabaseSync): boolean {
  const mayHave = readVinFilter(db);
  for (const [mask, key] of keys(db)) if (!mayHave(mask, key)) return false;
  return true;
}

const keys = (db: DatabaseSync): Iterable<[mask: number, key: string]> =>
  prepare<[mask: number, key: string]>(db, 'select mask, key from vin_pattern').iterate();

/** Returns an FNV-1a hash, finalised as in MurmurHash3 so that each input bit affects all output bits. */
function hashOf(mask: number, key: string): number {
  let hash = mask;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const placeOf = (hash: number, { byteLength }: DataView): number =>
  (hash % (byteLength / BYTES_PER_WORD)) * BYTES_PER_WORD;

/** Returns three bits of a word. */
const bitsOf = (hash: number): number =>
  (1 << (hash >>> 27)) | (1 << ((hash >>> 22) & 31)) | (1 << ((hash >>> 17) & 31));
