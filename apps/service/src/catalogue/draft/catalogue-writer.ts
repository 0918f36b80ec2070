import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type PreparedStatement, prepare } from '../../database/sqlite/database.ts';
import type { EntryFault } from '../catalogue-draft.ts';
import {
  type BrandEntry,
  CATALOGUE_FORMAT,
  type DocumentRecord,
  ENTRY_LISTS,
  entryListNames,
  forEachList,
  isVinPattern,
  type ModelEntry,
  nameKey,
  type VariantEntry,
  type VehicleEntry,
  WMI_LENGTH,
} from '../catalogue-entry.ts';
import { LOADED_PATTERNS, SORT_PATTERNS } from '../files/catalogue-migrations.ts';
import { FILTER_TABLE, writeVinFilter } from '../vin/vin-filter.ts';
import { MASKS_PER_WMI, maskBits, maskOf } from '../vin/vin-mask.ts';

type New<Entry> = Omit<Entry, 'kind'>;

/**
 * Fills a catalogue's file. Every method writes the whole entry, or nothing if the entry contradicts entries before it:
 * then it returns the fault. The caller makes sure that patterns have their form and that a model's brand and a variant's
 * model exist, and begins and ends transactions; after a rollback a new writer is needed.
 */
export interface CatalogueWriter {
  addBrand(brand: New<BrandEntry>): EntryFault | undefined;
  addModel(model: New<ModelEntry>): EntryFault | undefined;
  addVariant(variant: New<VariantEntry>): void;
  addVehicle(vehicle: New<VehicleEntry>): EntryFault | undefined;
  /** Sorts the patterns and makes their filter; the catalogue can be opened afterwards. Nothing may be added after it. */
  finish(): void;
}

/** @param db a file of openForWriting() */
export function createCatalogueWriter(db: DatabaseSync): CatalogueWriter {
  const addBrand = prepareUnique(db, 'insert into brand (slug, name_key, record) values (?, ?, ?)');
  const addModel = prepareUnique(db, 'insert into model (brand, slug, name_key, record) values (?, ?, ?, ?)');
  const addVariant = prepare(db, 'insert into variant (brand, model, record) values (?, ?, ?)');
  const addVehicle = prepareUnique(db, 'insert into vehicle (car_id, record) values (?, ?)');
  const addPattern = prepare(db, `insert into ${LOADED_PATTERNS} (mask, key, year, car_id) values (?, ?, ?, ?)`);
  const addList = forEachList((name) => createListWriter(db, ENTRY_LISTS[name].table));
  const masks = createMaskRegister(db);

  return {
    addBrand: ({ name, slug }) => addBrand('/slug', slug, nameKey(name), JSON.stringify({ name, slug })),
    addModel: ({ brand, name, slug }) => addModel('/slug', brand, slug, nameKey(name), JSON.stringify({ name, slug })),
    addVariant: ({ brand, model, record }) => {
      addVariant.run(brand, model, JSON.stringify(record));
    },
    addVehicle: (vehicle) => {
      const { carId, year } = vehicle.record;
      const patterns = distinctPatterns(vehicle.patterns);
      const fault = masks.faultOf(patterns) ?? addVehicle('/record/carId', carId, JSON.stringify(vehicle.record));
      if (fault) return fault;
      for (const name of entryListNames) addList[name](carId, vehicle[name]);
      masks.add(patterns);
      for (const { mask, key } of patterns) addPattern.run(mask, key, Number(year), carId);
      return undefined;
    },
    finish: () => {
      db.exec(SORT_PATTERNS);
      writeVinFilter(db);
      db.exec(`pragma user_version = ${CATALOGUE_FORMAT}`);
    },
  };
}

/** Rows in one call of SQLite take less time than a call for each. */
const ROWS_AT_ONCE = 16;

function createListWriter(db: DatabaseSync, table: string) {
  const statements = new Map<number, PreparedStatement<[]>>();
  const insert = (rows: number): PreparedStatement<[]> => {
    const values = Array.from({ length: rows }, () => '(?, ?, ?)').join(', ');
    const statement =
      statements.get(rows) ?? prepare(db, `insert into ${table} (car_id, sort, record) values ${values}`);
    statements.set(rows, statement);
    return statement;
  };
  return (carId: number, records: DocumentRecord[]): void => {
    for (let first = 0; first < records.length; first += ROWS_AT_ONCE) {
      const rows = records.slice(first, first + ROWS_AT_ONCE);
      insert(rows.length).run(...rows.flatMap((record, i) => [carId, first + i, JSON.stringify(record)]));
    }
  };
}

interface Pattern {
  mask: number;
  key: string;
  text: string;
}

/** Patterns that differ only in trailing wildcards are one. */
function distinctPatterns(texts: string[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const text of texts) {
    if (!isVinPattern(text)) throw new Error(`${text} is not a VIN pattern`);
    const mask = maskBits(text);
    const key = maskOf(mask).key(text);
    patterns.set(`${mask} ${key}`, { mask, key, text });
  }
  return [...patterns.values()];
}

/** Inserts a row; returns a fault at the pointer of its identifier if an earlier row has the same one. */
function prepareUnique(db: DatabaseSync, sql: string) {
  const insert = prepare(db, `${sql} on conflict do nothing`);
  return (pointer: string, ...values: (string | number)[]): EntryFault | undefined =>
    Number(insert.run(...values).changes) === 1 ? undefined : { pointer, expected: 'a value that no earlier line has' };
}

/** Which masks each WMI has: in the file, and in memory, as every pattern needs it. */
function createMaskRegister(db: DatabaseSync) {
  const insert = prepare(db, 'insert into vin_mask (wmi, mask) values (?, ?)');
  const masksByWmi = new Map<string, Set<number>>();
  const masksOf = (wmi: string): Set<number> => {
    const masks = masksByWmi.get(wmi) ?? new Set();
    masksByWmi.set(wmi, masks);
    return masks;
  };
  for (const [wmi, mask] of prepare<[wmi: string, mask: number]>(db, 'select wmi, mask from vin_mask').iterate()) {
    masksOf(wmi).add(mask);
  }
  return {
    /** A WMI would have more masks than the look-ups that a VIN may cost. */
    faultOf: (patterns: Pattern[]): EntryFault | undefined => {
      const wanted = new Map<string, Set<number>>();
      for (const { mask, text } of patterns) {
        const wmi = text.slice(0, WMI_LENGTH);
        const known = masksOf(wmi);
        if (known.has(mask)) continue;
        const added = wanted.get(wmi) ?? new Set();
        wanted.set(wmi, added.add(mask));
        if (known.size + added.size > MASKS_PER_WMI) {
          const got =
            `${text} has wildcards at other places than ${MASKS_PER_WMI} patterns of ${wmi} before it; ` +
            `a manufacturer (the first ${WMI_LENGTH} characters) may have ${MASKS_PER_WMI} arrangements`;
          return { pointer: '/patterns', expected: 'no new arrangement of wildcards', got };
        }
      }
      return undefined;
    },
    add: (patterns: Pattern[]): void => {
      for (const { mask, text } of patterns) {
        const wmi = text.slice(0, WMI_LENGTH);
        const known = masksOf(wmi);
        if (known.has(mask)) continue;
        insert.run(wmi, mask);
        known.add(mask);
      }
    },
  };
}

/** In UTF-16 code units. */
const HASHED_AT_ONCE = 1 << 16;

/**
 * SHA-256 over every row of a catalogue, in the order of its tables' names and of their rows. Two imports of one file
 * have the same checksum, interrupted or not. It leaves out what the import wrote about itself, and what follows from
 * other rows.
 */
export function catalogueChecksum(db: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const table of tables(db)) {
    const rows = prepare<unknown[]>(db, `SELECT * FROM "${table}"`);
    let text = `${table}\n`;
    for (const row of rows.iterate()) {
      // The length tells a text from a number or null, and the end of each value from the next one.
      for (const value of row) text += `${typeof value === 'string' ? value.length : ''}:${value};`;
      // A hash of many rows at once is several times faster.
      if (text.length < HASHED_AT_ONCE) continue;
      hash.update(text);
      text = '';
    }
    hash.update(text);
  }
  return hash.digest('hex');
}

const tables = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT LIKE 'import\\_%' ESCAPE '\\' AND name <> ? ORDER BY name`,
    )
    .all(FILTER_TABLE)
    .map(({ name }) => String(name));
