import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/command-line';
import { type AddRows, COPY_STEP, type CopyCounts, noCounts, type TableRows } from '../account-copy.ts';
import { pathOf } from '../../database/sqlite/open-database.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';

const TABLES: Record<TableRows['table'], string[]> = {
  plan: ['name', 'limit_n', 'window_s', 'burst', 'excluded'],
  account: ['id', 'user', 'plan', 'created_ms', 'disabled_ms'],
  api_key: ['id', 'account_id', 'prefix', 'sha256', 'created_ms', 'expires_ms', 'revoked_ms'],
  usage: ['account_id', 'seq', 'ts_ms'],
  daily_usage: ['day', 'account_id', 'operation', 'consultations'],
};

/** Reads everything in one state. */
export async function readAccounts(db: DatabaseSync, add: AddRows): Promise<void> {
  db.exec('BEGIN');
  for (const [table, columns] of Object.entries(TABLES)) {
    let rows: unknown[] = [];
    for (const row of db.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY 1, 2`).iterate()) {
      if (rows.push(row) < COPY_STEP) continue;
      await add({ table, rows } as TableRows);
      rows = [];
    }
    if (rows.length > 0) await add({ table, rows } as TableRows);
  }
  db.exec('COMMIT');
}

/** Writes everything or nothing. @throws UserError if there are accounts already */
export async function writeAccounts(db: DatabaseSync, fill: (add: AddRows) => Promise<void>): Promise<CopyCounts> {
  const counts = noCounts();
  const write = <T>(work: () => T): T => withStorageErrors(pathOf(db), work);
  write(() => db.exec('BEGIN IMMEDIATE'));
  try {
    if (db.prepare('SELECT 1 FROM account').get()) {
      throw new UserError(`${pathOf(db)} has accounts already; copy into a new data directory`);
    }
    db.exec('DELETE FROM plan');
    await fill(async ({ table, rows }) => {
      const columns = TABLES[table];
      const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`);
      for (const row of rows) {
        const values = columns.map((column) => (row as Record<string, SQLInputValue>)[column] ?? null);
        write(() => insert.run(...values));
      }
      counts[table] += rows.length;
    });
    write(() => db.exec('COMMIT'));
    return counts;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
