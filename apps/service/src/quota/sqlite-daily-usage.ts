import type { DatabaseSync } from 'node:sqlite';
import { canonicalUser } from '../accounts/user-name.ts';
import { prepare } from '../database/sqlite/prepare.ts';
import { type DailyUsage, DELETED_ACCOUNT, type UsageRange } from './usage-records.ts';

interface CountedUsage {
  accountId: number;
  operation: string;
  count: number;
}

/** Consultations of one transaction by account and operation, to be added to those of the day. */
export class UsageOfTurn {
  readonly #counts = new Map<string, CountedUsage>();

  add(accountId: number, operation: string): void {
    const name = `${accountId} ${operation}`;
    const counted = this.#counts.get(name);
    if (counted) counted.count++;
    else this.#counts.set(name, { accountId, operation, count: 1 });
  }

  [Symbol.iterator](): Iterator<CountedUsage> {
    return this.#counts.values();
  }
}

/** @returns a function that adds the consultations, within the caller's transaction */
export function createDailyUsage(db: DatabaseSync): (usage: UsageOfTurn, ms: number) => void {
  const add = prepare(
    db,
    `
    INSERT INTO daily_usage (day, account_id, operation, consultations) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET consultations = consultations + excluded.consultations`,
  );
  return (usage, ms) => {
    const day = new Date(ms).toISOString().slice(0, 10);
    for (const { accountId, operation, count } of usage) add.run(day, accountId, operation, count);
  };
}

const READ = `
  SELECT day, account.user, operation, consultations
  FROM daily_usage LEFT JOIN account ON account.id = daily_usage.account_id
  WHERE day BETWEEN ? AND ? AND (?3 IS NULL OR account.user = ?3)
  ORDER BY day, account.user IS NULL, account.user, operation`;

type UsageRow = [day: string, user: string | null, operation: string, consultations: number];

export const readDailyUsage = (db: DatabaseSync, { from, to, user }: UsageRange): DailyUsage[] =>
  prepare<UsageRow>(db, READ)
    .all(from, to, user === undefined ? null : canonicalUser(user))
    .map(([day, user, operation, consultations]) => ({ day, user: user ?? undefined, operation, consultations }));

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
