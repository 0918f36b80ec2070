import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueMigration, switchMigration } from '../../catalogue/shared/shared-migration.ts';
import type { Migrations } from '../../database/migrations.ts';
import { ADD_FIRST_PLANS } from '../first-plans.ts';

/** The tables of a subject, a function or a view, in the directory of the subject. The files are frozen, as the migration is. */
const sqlFile = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/**
 * By name; they run in the order of their names. A released migration is never changed: a change is a new one with a later
 * name. Instances of the release before run on the new tables, too, while a deployment replaces them: a migration
 * `NNNN-expand-…` only adds (a changed function gets another name). Only the release after that takes away what it replaced.
 */
export const accountMigrations: Migrations = {
  '0001-expand-accounts': [
    sqlFile('accounts/tables.sql'),
    sqlFile('quota/tables.sql'),
    sqlFile('quota/usage-of-days.sql'),
    sqlFile('limits/tables.sql'),
    // A clock may go back: callers then use the latest moment that they have stored.
    `create function engine_ms() returns bigint language sql volatile
          as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint'`,
    sqlFile('quota/window-start.sql'),
    sqlFile('quota/prune-usage.sql'),
    sqlFile('quota/charge.sql'),
    sqlFile('limits/hit-burst.sql'),
    sqlFile('limits/prune-lock-out.sql'),
    sqlFile('limits/admit.sql'),
    ADD_FIRST_PLANS,
  ],
  '0002-expand-catalogues': catalogueMigration,
  '0003-expand-switches': switchMigration,
};
