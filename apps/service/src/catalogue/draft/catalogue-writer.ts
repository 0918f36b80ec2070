import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, prepare } from '../../database/sqlite/database.ts';
import {
  CATALOGUE_FORMAT,
  type CatalogueEntry,
  ENTRY_LISTS,
  type EntryFault,
  entryListNames,
  forEachList,
  isVinPattern,
  nameKey,
  type VehicleEntry,
  WMI_LENGTH,
} from '../catalogue-entry.ts';
import { UNSORTED_SUFFIX } from '../files/catalogue-files.ts';
import { CATALOGUE_TABLES, SORT_PATTERNS, UNSORTED_TABLES } from '../files/catalogue-tables.ts';
import { writeVinFilter } from '../vin/vin-filter.ts';
import { MASKS_PER_WMI, maskBits, maskOf } from '../vin/vin-mask.ts';

/**
 * Settings for fast writing; the cache size is in KiB. An unfinished file is deleted, so writes need not be durable. The journal in
 * memory stays small, because the only transaction begins with an empty file.
 */
const PRAGMAS = `pragma cache_size = -65536; pragma journal_mode = memory; pragma synchronous = off;
  pragma unsorted.journal_mode = memory; pragma unsorted.synchronous = off`;

/** Opens a new file with the tables of a catalogue. @param path empty: a temporary file */
export function openForWriting(path: string): DatabaseSync {
  const db = openDatabase(path);
  try {
    db.prepare('attach database ? as unsorted').run(path && path + UNSORTED_SUFFIX);
    db.exec(`${PRAGMAS}; begin; ${CATALOGUE_TABLES}; ${UNSORTED_TABLES}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * A writer that fills a catalogue file. An entry that contradicts earlier entries is not written, and its error is returned; other
 * entries are written completely. The caller must check the format of patterns.
 */
export interface CatalogueWriter {
  /** Adds an entry. A model must follow its brand, and a variant must follow its model. */
  add(entry: CatalogueEntry): EntryFault | undefined;
  /** Sorts the patterns and builds their filter, so that the file can be opened as a catalogue. No entries may follow. */
  finish(): void;
}

/** Creates a writer. @param db a file opened by openForWriting() */
export function createCatalogueWriter(db: DatabaseSync): CatalogueWriter {
  const insertBrand = prepareUnique(db, 'insert into brand (slug, name_key, record) values (?, ?, ?)');
  const insertModel = prepareUnique(db, 'insert into model (brand, slug, name_key, record) values (?, ?, ?, ?)');
  const insertVariant = prepare(db, 'insert into variant (brand, model, record) values (?, ?, ?)');
  const insertVehicle = prepareUnique(db, 'insert into vehicle (car_id, record) values (?, ?)');
  const insertPattern = prepare(db, 'insert into unsorted.pattern (mask, key, year, car_id) values (?, ?, ?, ?)');
  const insertList = forEachList((name) =>
    prepare(db, `insert into ${ENTRY_LISTS[name].table} (car_id, sort, record) values (?, ?, ?)`),
  );
  const masks = createMaskRegister(db);
  /** Slugs of brands, and the keys `brand model` of models. */
  const known = new Set<string>();

  const addVehicle = (vehicle: VehicleEntry): EntryFault | undefined => {
    const { carId, year } = vehicle.record;
    const patterns = distinctPatterns(vehicle.patterns);
    const fault = masks.faultOf(patterns) ?? insertVehicle('/record/carId', carId, JSON.stringify(vehicle.record));
    if (fault) return fault;
    for (const name of entryListNames) {
      for (const [sort, record] of vehicle[name].entries()) insertList[name].run(carId, sort, JSON.stringify(record));
    }
    masks.add(patterns);
    for (const { mask, key } of patterns) insertPattern.run(mask, key, Number(year), carId);
    return undefined;
  };

  return {
    add(entry) {
      if (entry.kind === 'vehicle') return addVehicle(entry);
      if (entry.kind === 'brand') {
        const { name, slug } = entry;
        known.add(slug);
        return insertBrand('/slug', slug, nameKey(name), JSON.stringify({ name, slug }));
      }
      if (!known.has(entry.brand)) return unknown('/brand', 'brand');
      if (entry.kind === 'model') {
        const { brand, name, slug } = entry;
        known.add(`${brand} ${slug}`);
        return insertModel('/slug', brand, slug, nameKey(name), JSON.stringify({ name, slug }));
      }
      const { brand, model, record } = entry;
      if (!known.has(`${brand} ${model}`)) return unknown('/model', 'model of the brand');
      insertVariant.run(brand, model, JSON.stringify(record));
      return undefined;
    },
    finish() {
      db.exec(SORT_PATTERNS);
      writeVinFilter(db);
      db.exec(`pragma user_version = ${CATALOGUE_FORMAT}; commit; detach database unsorted`);
      const path = db.location();
      if (path) rmSync(path + UNSORTED_SUFFIX);
    },
  };
}

const unknown = (pointer: string, what: string): EntryFault => ({
  pointer,
  expected: `the slug of a ${what} in this file`,
});

interface Pattern {
  mask: number;
  key: string;
  text: string;
  wmi: string;
}

/** Returns the distinct patterns; patterns that differ only in trailing wildcards are equal. */
function distinctPatterns(texts: string[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const text of texts) {
    if (!isVinPattern(text)) throw new Error(`${text} is not a VIN pattern`);
    const mask = maskBits(text);
    const key = maskOf(mask).key(text);
    patterns.set(`${mask} ${key}`, { mask, key, text, wmi: text.slice(0, WMI_LENGTH) });
  }
  return [...patterns.values()];
}

/** Returns a function that inserts a row, or returns an error if an earlier row has the same identifier. */
function prepareUnique(db: DatabaseSync, sql: string) {
  const insert = prepare(db, `${sql} on conflict do nothing`);
  return (pointer: string, ...values: (string | number)[]): EntryFault | undefined =>
    Number(insert.run(...values).changes) === 1 ? undefined : { pointer, expected: 'a value unused in earlier lines' };
}

/** Creates a register of the masks for each WMI, in the file and also in memory, because every pattern requires it. */
function createMaskRegister(db: DatabaseSync) {
  const insert = prepare(db, 'insert into vin_mask (wmi, mask) values (?, ?)');
  const known = new Map<string, Set<number>>();
  const masksOf = (wmi: string): Set<number> => known.get(wmi) ?? new Set();
  return {
    /** Returns an error if the patterns would exceed the maximum number of masks per WMI. */
    faultOf(patterns: Pattern[]): EntryFault | undefined {
      const wanted = new Map<string, Set<number>>();
      for (const { mask, text, wmi } of patterns) {
        const masks = wanted.get(wmi) ?? new Set(masksOf(wmi));
        wanted.set(wmi, masks.add(mask));
        if (masks.size <= MASKS_PER_WMI) continue;
        const got =
          `${text} adds another arrangement of wildcards to the ${MASKS_PER_WMI} arrangements in earlier patterns for ${wmi}; ` +
          `a manufacturer (the first ${WMI_LENGTH} characters) may have ${MASKS_PER_WMI} arrangements`;
        return { pointer: '/patterns', expected: 'no new arrangement of wildcards', got };
      }
      return undefined;
    },
    add(patterns: Pattern[]): void {
      for (const { mask, wmi } of patterns) {
        const masks = masksOf(wmi);
        if (!masks.has(mask)) insert.run(wmi, mask);
        known.set(wmi, masks.add(mask));
      }
    },
  };
}
