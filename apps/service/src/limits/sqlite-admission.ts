import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { canonicalUser, keyHash } from '../accounts/credentials.ts';
import { toPlan } from '../accounts/plan.ts';
import { createBatcher } from '../database/batcher.ts';
import { prepare, readTransaction, retryWhileLocked } from '../database/sqlite/database.ts';
import type { Admit } from './admission.ts';
import type { KeyUse } from './key-use.ts';
import { createMemoryBurst, createMemoryLockout } from './memory-limits.ts';

/**
 * Always one row: the account with its plan and its live keys, which are at most two: the least and the greatest. For an
 * unknown user it is the row of the first account, with `known` 0, so that it costs the same.
 */
const FIND = `
  SELECT account.user = ?1 AS known, account.disabled_ms IS NULL AS enabled,
         account.id, plan.name, plan.settings,
         hex(min(api_key.sha256)), hex(max(api_key.sha256))
  FROM account
  JOIN plan ON plan.name = account.plan
  LEFT JOIN api_key ON api_key.account_id = account.id AND api_key.revoked_ms IS NULL
                   AND (api_key.expires_ms IS NULL OR api_key.expires_ms > ?2)
  WHERE account.id = coalesce((SELECT id FROM account WHERE user = ?1), (SELECT min(id) FROM account))`;

type FoundRow = [
  ...account: [known: number | null, enabled: number | null, id: number],
  ...plan: [name: string, settings: string],
  ...keys: [least: string, greatest: string],
];

/**
 * Accounts are in the file; burst and lockout are in memory, where each process counts for itself.
 *
 * Reads the database at every request, in one statement, so that a change by any process holds from the next request on.
 * Requests of one turn of the event loop are read in one transaction: SQLite's locks cost more than the statement.
 * An unknown user, a wrong key, a disabled account and an expired key take the same steps: one look-up, one hash, as many
 * comparisons as an account can have live keys.
 * @param now milliseconds since 1970
 * @param monotonicNow milliseconds of a clock that never goes back, for the burst
 * @param lockWaitMs how long a request waits while another process keeps the file locked
 */
export function createSqliteAdmission(
  db: DatabaseSync,
  onUse: KeyUse['used'],
  now: () => number,
  monotonicNow?: () => number,
  lockWaitMs: number = 0,
): Admit {
  const lockout = createMemoryLockout(now);
  const hitBurst = createMemoryBurst(monotonicNow);
  const find = prepare<FoundRow>(db, FIND);
  // Compared instead of a missing key; nobody knows a text with this hash.
  const decoy = randomBytes(32).toString('hex');

  const readAll = (users: string[]): FoundRow[] =>
    readTransaction(db, () => users.map((user) => find.get(user, now()) as FoundRow));
  const { add: read } = createBatcher((users: string[]) => retryWhileLocked(() => readAll(users), lockWaitMs));

  return async (name, key, address) => {
    const user = canonicalUser(name);
    const [known, enabled, id, plan, settings, least, greatest] = await read(user);
    const given = keyHash(key);
    const matches = isHash(given, least || decoy) | isHash(given, greatest || decoy);
    const locked = lockout.retryAfterSeconds(user, address);
    if (locked !== undefined) return { outcome: 'locked-out', retryAfterSeconds: locked };
    if ((matches & (known ?? 0) & (enabled ?? 0)) === 0) {
      const retryAfterSeconds = lockout.countWrongKey(user, address);
      if (retryAfterSeconds === undefined) return { outcome: 'wrong-credentials' };
      return { outcome: 'locked-out', retryAfterSeconds };
    }
    lockout.forget(user, address);
    onUse(id, given);
    const account = { id, user, plan: toPlan(plan, settings) };
    return { outcome: hitBurst(account) ? 'admitted' : 'too-fast', account };
  };
}

const isHash = (given: Buffer, hex: string): number => Number(timingSafeEqual(given, Buffer.from(hex, 'hex')));
