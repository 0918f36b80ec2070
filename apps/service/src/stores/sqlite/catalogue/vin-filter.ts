import type { DatabaseSync } from 'node:sqlite';

/** False if no pattern of the mask has the key; true if one may. */
export type VinFilter = (mask: number, key: string) => boolean;

/** Made from the patterns alone; one row. */
export const FILTER_TABLE = 'vin_filter';

/** Memory for a pattern. With three bits for a key, about one in a hundred keys that no pattern has passes. */
const BITS_PER_PATTERN = 16;
const BITS_PER_WORD = 32;

/**
 * Makes the filter of a catalogue whose patterns are sorted: a blocked Bloom filter, which needs one word of memory for a
 * key. A VIN tries all masks of its manufacturer. Most of them have nothing for it, and to see that in the index takes
 * longer than the rest of the search.
 */
export function writeVinFilter(db: DatabaseSync): void {
  const patterns = Number(db.prepare('select count(*) as patterns from vin_pattern').get()?.patterns);
  const words = new Uint32Array(Math.ceil((patterns * BITS_PER_PATTERN) / BITS_PER_WORD) || 1);
  const keys = db.prepare('select mask, key from vin_pattern');
  keys.setReturnArrays(true);
  for (const row of keys.iterate()) {
    const hash = hashOf(...(row as unknown as [mask: number, key: string]));
    const place = hash % words.length;
    words[place] = (words[place] as number) | bitsOf(hash);
  }
  db.exec(`create table ${FILTER_TABLE} (words blob not null) strict`);
  db.prepare(`insert into ${FILTER_TABLE} (words) values (?)`).run(new Uint8Array(words.buffer));
}

/** Reads the filter into memory. Catalogues of earlier releases have none: every key passes then. */
export function readVinFilter(db: DatabaseSync): VinFilter {
  if (!db.prepare('select 1 from sqlite_schema where name = ?').get(FILTER_TABLE)) return () => true;
  const { bytes } = db.prepare(`select words as bytes from ${FILTER_TABLE}`).get() as { bytes: Uint8Array };
  const words = new Uint32Array(bytes.slice().buffer);
  return (mask, key) => {
    const hash = hashOf(mask, key);
    const bits = bitsOf(hash);
    return ((words[hash % words.length] as number) & bits) === bits;
  };
}

/** FNV-1a, with the end of MurmurHash3, which spreads each bit over all. */
function hashOf(mask: number, key: string): number {
  let hash = mask;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Three bits of a word; the place of the word depends on all bits of the hash. */
const bitsOf = (hash: number): number =>
  (1 << (hash >>> 27)) | (1 << ((hash >>> 22) & 31)) | (1 << ((hash >>> 17) & 31));
