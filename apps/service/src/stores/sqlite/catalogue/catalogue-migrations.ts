import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migrations } from '../database/migrate.ts';

/** The lists of a vehicle, each in its own table: one row for each entry, in the order of `sort`. */
export const ENTRY_TABLES = ['fluid', 'oem_part', 'repair_time', 'engine'] as const;
export type EntryTable = (typeof ENTRY_TABLES)[number];

/**
 * The covering index that finds VINs. It is built when everything is loaded, which is many times faster than updating
 * it; a catalogue without it is unfinished.
 */
export const PATTERN_INDEX = 'vin_pattern_lookup';

/**
 * Tables of a catalogue's file. Records are JSON text, sent as they are stored.
 *
 *     vehicle                                         one row for each carId
 *     fluid, oem_part, repair_time, engine            their entries
 *     vin_mask                                        which masks the patterns of a WMI have
 *     vin_pattern                                     mask, key, and how the vehicle ranks among others
 *     brand, model, variant                           by slug; `name_key` is the display name as nameKey() writes it
 */
export const catalogueMigrations: Migrations = {
  '2026-11-20-catalogue': { up: createTables },
};

async function createTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('vehicle')
    .addColumn('car_id', 'integer', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  for (const table of ENTRY_TABLES) {
    await keyed(
      schema
        .createTable(table)
        .addColumn('car_id', 'integer', (column) => column.notNull())
        .addColumn('sort', 'integer', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull()),
      ['car_id', 'sort'],
    );
  }
  await keyed(
    schema
      .createTable('vin_mask')
      .addColumn('wmi', 'text', (column) => column.notNull())
      .addColumn('mask', 'integer', (column) => column.notNull()),
    ['wmi', 'mask'],
  );
  await schema
    .createTable('vin_pattern')
    .addColumn('mask', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('car_id', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await keyed(named(schema.createTable('brand')), ['slug']);
  await keyed(
    named(schema.createTable('model')).addColumn('brand', 'text', (column) => column.notNull()),
    ['brand', 'slug'],
  );
  // Slugs are unique; a display name that several share belongs to the first slug.
  await schema.createIndex('brand_name').on('brand').columns(['name_key', 'slug']).execute();
  await schema.createIndex('model_name').on('model').columns(['brand', 'name_key', 'slug']).execute();
  await schema
    .createTable('variant')
    .addColumn('sort', 'integer', (column) => column.primaryKey())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await schema.createIndex('variant_of_model').on('variant').columns(['brand', 'model', 'sort']).execute();
}

type Table = CreateTableBuilder<string, string>;

const named = (table: Table): Table =>
  table
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull());

/** Rows are stored in the order of the key, without a separate index. */
const keyed = (table: Table, key: string[]): Promise<void> =>
  table
    .addPrimaryKeyConstraint(`${key.join('_')}_key`, key as never)
    .modifyEnd(sql`strict, without rowid`)
    .execute();
