import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { pathOf } from '../../database/sqlite/database.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import {
  type AddRows,
  COPIED_TABLES,
  COPY_STEP,
  type CopiedRow,
  type CopyCounts,
  copiedTables,
  noCounts,
} from '../account-copy.ts';

/** Reads everything in one state. */
export async function readAccounts(db: DatabaseSync, add: AddRows): Promise<void> {
  db.exec('BEGIN');
  for (const table of copiedTables) {
    const columns = COPIED_TABLES[table].join(', ');
    let rows: CopiedRow[] = [];
    for (const row of db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1, 2`).iterate()) {
      if (rows.push(row as CopiedRow) < COPY_STEP) continue;
      await add(table, rows);
      rows = [];
    }
    if (rows.length > 0) await add(table, rows);
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
    await fill(async (table, rows) => {
      const columns = COPIED_TABLES[table];
      const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`);
      for (const row of rows) write(() => insert.run(...columns.map((column) => row[column] ?? null)));
      counts[table] += rows.length;
    });
    write(() => db.exec('COMMIT'));
    return counts;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
