import type { DatabaseSync } from 'node:sqlite';
import { runQuery } from '../database/sqlite/prepare.ts';
import { type Audit, type AuditRow, toAuditEvent } from './audit.ts';
import { canonicalUser } from './user-name.ts';

/** @param now milliseconds since 1970 */
export const createSqliteAudit = (db: DatabaseSync, now: () => number): Audit => ({
  async record({ who, what, user, details }) {
    const sql = 'INSERT INTO audit (ts_ms, who, what, user, details) VALUES (?, ?, ?, ?, ?)';
    runQuery(db, sql, now(), who, what, user === undefined ? null : canonicalUser(user), JSON.stringify(details));
  },
  events: async (afterId = 0) =>
    runQuery<AuditRow>(db, 'SELECT * FROM audit WHERE id > ? ORDER BY id', afterId).map(toAuditEvent),
});

/** Erases the name of an account, within the transaction that deletes it. */
export const eraseFromAudit = (db: DatabaseSync, accountId: number): void =>
  void runQuery(db, 'UPDATE audit SET user = NULL WHERE user = (SELECT user FROM account WHERE id = ?)', accountId);
