import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migrations } from '../migrations.ts';
import { ADD_FIRST_PLANS } from '../sqlite/tables.ts';

/** Reads an SQL file. Files of released migrations never change. */
const sqlFile = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/** The tables of the shared database, and the functions that requests call. */
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
