import type { DatabaseSync } from 'node:sqlite';
import { prepare } from '../../database/sqlite/database.ts';

/**
 * Patterns are sorted when all are loaded, which is many times faster than to keep them sorted: an import collects them in
 * one table, and makes the other one, which finds VINs, at its end. A catalogue without the second is unfinished.
 */
export const LOADED_PATTERNS = 'loaded_pattern';
export const SORT_PATTERNS: string = `
  create table vin_pattern (mask integer not null, key text not null, year integer not null, car_id integer not null,
    constraint vin_pattern_key primary key (mask, key, year desc, car_id)) strict, without rowid;
  insert into vin_pattern select mask, key, year, car_id from ${LOADED_PATTERNS} order by mask, key, year desc, car_id;
  drop table ${LOADED_PATTERNS};`;

/** Finds the patterns of a finished catalogue that was made before its format was in `user_version`. */
const FINISHED_BEFORE = `
  select 1 from sqlite_schema where (type = 'index' and name = 'vin_pattern_lookup')
    or (type = 'table' and name = 'vin_pattern' and sql like '%without rowid%')`;

/** The format of a finished catalogue; undefined: it is not finished. */
export function catalogueFormat(db: DatabaseSync): number | undefined {
  const [format = 0] = prepare<[number]>(db, 'pragma user_version').get() ?? [];
  if (format > 0) return format;
  return prepare(db, FINISHED_BEFORE).get() ? 1 : undefined;
}

/** Entries of one list of catalogue-entry.ts, in the order of `sort`.  */
const listTable = (name: string): string =>
  `create table ${name} (car_id integer not null, sort integer not null, record text not null,
            constraint car_id_sort_key primary key (car_id, sort)) strict, without rowid`;

/**
 * Tables of a catalogue's file. Records are JSON text, sent as they are stored. Rows `without rowid` are stored in the
 * order of their key, without a separate index.
 */
export const CATALOGUE_TABLES: readonly string[] = [
  'create table vehicle (car_id integer primary key, record text not null) strict',
  ...['fluid', 'oem_part', 'repair_time', 'engine'].map(listTable),
  // Which masks the patterns of a WMI have.
  `create table vin_mask (wmi text not null, mask integer not null,
        constraint wmi_mask_key primary key (wmi, mask)) strict, without rowid`,
  `create table loaded_pattern (mask integer not null, key text not null, year integer not null,
        car_id integer not null) strict`,
  // name_key is the display name as nameKey() writes it. Slugs are unique; a name that several share belongs to the first slug.
  `create table brand (slug text not null, name_key text not null, record text not null,
        constraint slug_key primary key (slug)) strict, without rowid`,
  `create table model (slug text not null, name_key text not null, record text not null, brand text not null,
        constraint brand_slug_key primary key (brand, slug)) strict, without rowid`,
  'create index brand_name on brand (name_key, slug)',
  'create index model_name on model (brand, name_key, slug)',
  `create table variant (sort integer primary key, brand text not null, model text not null,
        record text not null) strict`,
  'create index variant_of_model on variant (brand, model, sort)',
];
