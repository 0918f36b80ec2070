import { ENTRY_LISTS, entryListNames } from '../catalogue-entry.ts';

/**
 * The tables of a catalogue file. An import creates them in a new file, and they never change afterwards. Records are stored as
 * JSON and sent unchanged. Rows `without rowid` are stored in the order of their key, without a separate index.
 */
export const CATALOGUE_TABLES: string = [
  'create table vehicle (car_id integer primary key, record text not null) strict',
  ...entryListNames.map(
    (name) => `create table ${ENTRY_LISTS[name].table} (car_id integer not null, sort integer not null,
      record text not null, constraint car_id_sort_key primary key (car_id, sort)) strict, without rowid`,
  ),
  // The masks of the patterns of each WMI.
  `create table vin_mask (wmi text not null, mask integer not null,
     constraint wmi_mask_key primary key (wmi, mask)) strict, without rowid`,
  `create table vin_pattern (mask integer not null, key text not null, year integer not null, car_id integer not null,
     constraint vin_pattern_key primary key (mask, key, year desc, car_id)) strict, without rowid`,
  // name_key is the result of nameKey() for the display name. Slugs are unique; a shared name belongs to the first slug.
  `create table brand (slug text not null, name_key text not null, record text not null,
     constraint slug_key primary key (slug)) strict, without rowid`,
  `create table model (slug text not null, name_key text not null, record text not null, brand text not null,
     constraint brand_slug_key primary key (brand, slug)) strict, without rowid`,
  'create index brand_name on brand (name_key, slug)',
  'create index model_name on model (brand, name_key, slug)',
  `create table variant (sort integer primary key, brand text not null, model text not null,
     record text not null) strict`,
  'create index variant_of_model on variant (brand, model, sort)',
].join(';\n');

/**
 * Tables for unsorted patterns and for entries that wait for other entries. Sorting the patterns once, after all are loaded, is
 * many times faster than keeping them sorted. These tables are in a second file, so that the catalogue file contains no gaps.
 */
export const UNSORTED_TABLES = `
  create table unsorted.pattern (mask integer not null, key text not null, year integer not null,
    car_id integer not null) strict;
  create table unsorted.waiting (line integer, byte integer, kind text, entry text) strict`;

export const SORT_PATTERNS = `
  insert into vin_pattern select mask, key, year, car_id from unsorted.pattern order by mask, key, year desc, car_id`;
