import type { DatabaseSync } from 'node:sqlite';
import { writeTransaction } from '../database/sqlite/write-transaction.ts';

/**
 * Dates consultations that were charged under a clock ahead of time back to `now`: they count for one window from now,
 * not until that future time. It changes all of them, so that the moments still never go back.
 * @param now milliseconds since 1970
 * @returns how many there were
 */
export const repairClock = (db: DatabaseSync, now: number): number =>
  writeTransaction(db, () => Number(db.prepare('UPDATE usage SET ts_ms = ?1 WHERE ts_ms > ?1').run(now).changes));
