import { type Kysely, sql } from 'kysely';
import type { Migrations } from '../database/migrate.ts';
import type { AccountTables } from './account-tables.ts';

const DAY = 86_400;
/** Available "on paid plans or higher plans" only: Endpoints, rule 4. */
const RESTRICTED = JSON.stringify(['getOemParts', 'getRepairTimes']);

/** A released migration is never changed: a change is a new migration with a later name. */
export const accountMigrations: Migrations = {
  '0001-accounts': {
    async up(db: Kysely<AccountTables>): Promise<void> {
      await db.schema
        .createTable('plan')
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('limit_n', 'integer', (column) => column.notNull())
        .addColumn('window_s', 'integer', (column) => column.notNull())
        .addColumn('burst', 'integer', (column) => column.notNull())
        .addColumn('excluded', 'text', (column) => column.notNull())
        .modifyEnd(sql`strict`)
        .execute();
      await db.schema
        .createTable('account')
        .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
        .addColumn('user', 'text', (column) => column.notNull().unique())
        .addColumn('plan', 'text', (column) => column.notNull().references('plan.name'))
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .addColumn('disabled_ms', 'integer')
        .modifyEnd(sql`strict`)
        .execute();
      await db.schema
        .createTable('api_key')
        .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
        .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
        .addColumn('prefix', 'text', (column) => column.notNull())
        .addColumn('sha256', 'blob', (column) => column.notNull())
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .addColumn('expires_ms', 'integer')
        .addColumn('revoked_ms', 'integer')
        .modifyEnd(sql`strict`)
        .execute();
      await db.schema.createIndex('api_key_of_account').on('api_key').column('account_id').execute();
      await db.schema
        .createTable('usage')
        .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
        .addColumn('seq', 'integer', (column) => column.notNull())
        .addColumn('ts_ms', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_key', ['account_id', 'seq'])
        .modifyEnd(sql`strict, without rowid`)
        .execute();
      await db
        .insertInto('plan')
        .values([
          { name: 'test', limit_n: 250, window_s: 7 * DAY, burst: 50, excluded: RESTRICTED },
          { name: 'free', limit_n: 100, window_s: 30 * DAY, burst: 50, excluded: RESTRICTED },
          { name: 'standard', limit_n: 1000, window_s: 30 * DAY, burst: 50, excluded: '[]' },
        ])
        .execute();
    },
  },
};
