import type { DatabaseSync } from 'node:sqlite';
import { canonicalUser } from '../accounts/credentials.ts';
import { prepare } from '../database/sqlite/database.ts';
import { type DailyUsage, DELETED_ACCOUNT, type UsageRange } from './quota.ts';

export interface Consultation {
  account: { id: number };
  operation: string;
}

/** @returns a function that adds consultations to those of the day, within the caller's transaction */
export function createDailyUsage(db: DatabaseSync): (charged: readonly Consultation[], ms: number) => void {
  const add = prepare(
    db,
    `INSERT INTO daily_usage (day, account_id, operation, consultations) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET consultations = consultations + excluded.consultations`,
  );
  return (charged, ms) => {
    const day = new Date(ms).toISOString().slice(0, 10);
    const counts = new Map<string, { one: Consultation; count: number }>();
    for (const one of charged) {
      const key = `${one.account.id} ${one.operation}`;
      counts.set(key, { one, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const { one, count } of counts.values()) add.run(day, one.account.id, one.operation, count);
  };
}

const READ = `
  SELECT day, account.user, operation, consultations
  FROM daily_usage LEFT JOIN account ON account.id = daily_usage.account_id
  WHERE day BETWEEN ? AND ? AND (?3 IS NULL OR account.user = ?3)
  ORDER BY day, account.user IS NULL, account.user, operation`;

type UsageRow = [day: string, user: string | null, operation: string, consultations: number];

/** See UsageRecords.daily. */
export const readDailyUsage = (db: DatabaseSync, { from, to, user }: UsageRange): DailyUsage[] =>
  prepare<UsageRow>(db, READ)
    .all(from, to, user === undefined ? null : canonicalUser(user))
    .map(([day, user, operation, consultations]) => ({ day, user: user ?? undefined, operation, consultations }));

/** See UsageRecords.dailySince: the migration that made the table ran later than the first one. */
export function dailySince(db: DatabaseSync): string | undefined {
  const moments = prepare<[timestamp: string]>(
    db,
    "SELECT timestamp FROM kysely_migration WHERE name IN ('0001-accounts', '0002-operations') ORDER BY name",
  );
  const [first = '', second = ''] = moments.all().map(([timestamp]) => timestamp);
  return Date.parse(second) - Date.parse(first) > ONE_RUN_MS ? second : undefined;
}

/** All migrations of a new file run within this time. */
const ONE_RUN_MS = 60_000;

/**
 * Removes the consultations of an account; its daily usage stays without its name. Runs within the caller's transaction,
 * before the account itself is removed.
 */
export function eraseUsage(db: DatabaseSync, accountId: number): void {
  db.prepare(`
    INSERT INTO daily_usage (day, account_id, operation, consultations)
    SELECT day, ${DELETED_ACCOUNT}, operation, consultations FROM daily_usage WHERE account_id = ?
    ON CONFLICT DO UPDATE SET consultations = consultations + excluded.consultations`).run(accountId);
  for (const table of ['daily_usage', 'usage']) db.prepare(`DELETE FROM ${table} WHERE account_id = ?`).run(accountId);
}
