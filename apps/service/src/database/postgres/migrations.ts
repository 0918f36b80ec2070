import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migrations } from '../migrations.ts';
import { ADD_FIRST_PLANS } from '../sqlite/tables.ts';

/** A file is frozen, as the migration is that runs it. */
const sqlFile = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/** The tables of the database that instances share, and the functions for their requests. */
export const accountMigrations: Migrations = {
  '0001-tables': [
    sqlFile('database/postgres/tables.sql'),
    sqlFile('quota/window-start.sql'),
    sqlFile('quota/prune-usage.sql'),
    sqlFile('quota/charge.sql'),
    sqlFile('limits/hit-burst.sql'),
    sqlFile('limits/prune-lockout.sql'),
    sqlFile('limits/admit.sql'),
    ADD_FIRST_PLANS,
  ],
};
