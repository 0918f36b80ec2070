import type { DatabaseSync } from 'node:sqlite';
import { canonicalUser, keyHash } from '../accounts/credentials.ts';
import { toPlan } from '../accounts/plan.ts';
import { createBatcher } from '../database/batcher.ts';
import { prepare, readTransaction, retryWhileLocked } from '../database/sqlite/database.ts';
import type { Admit } from './admission.ts';
import type { KeyUse } from './key-use.ts';
import { createMemoryBurst, createMemoryLockout, pairOf } from './memory-limits.ts';

/**
 * Selects exactly one row: the account with its plan, and whether one of its live keys has the hash. For an unknown user, the row
 * contains the first account and is not accepted, so that the statement takes the same time.
 */
const FIND = `
  SELECT account.user = ?1 AND account.disabled_ms IS NULL AND max(api_key.sha256 = ?3), account.id, plan.name, plan.settings
  FROM account
  JOIN plan ON plan.name = account.plan
  LEFT JOIN api_key ON api_key.account_id = account.id AND api_key.revoked_ms IS NULL
                   AND (api_key.expires_ms IS NULL OR api_key.expires_ms > ?2)
  WHERE account.id = coalesce((SELECT id FROM account WHERE user = ?1), (SELECT min(id) FROM account))`;

type FoundRow = [isAccepted: 0 | 1 | null, id: number, plan: string, settings: string];

/**
 * Returns the admission with accounts in SQLite. Burst and lockout are in memory, where each process counts separately.
 *
 * Each request reads the database in one statement, so that a change by any process applies from the next request on.
 * Requests in one turn of the event loop share a transaction, because SQLite's locks cost more than the statement.
 * An unknown user, a wrong key, a disabled account and an expired key take the same steps: one hash and one statement. The
 * statement compares hashes, so its duration does not reveal a key.
 * @param now milliseconds since 1970
 * @param monotonicNow time of a monotonic clock in milliseconds, for the burst limit
 * @param lockWaitMs maximum time that a request waits while another process locks the file
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

  const { add: read } = createBatcher((requests: { user: string; sha256: string }[]) => {
    const findAll = () => requests.map(({ user, sha256 }) => find.get(user, now(), sha256) as FoundRow);
    return retryWhileLocked(() => readTransaction(db, findAll), lockWaitMs);
  });

  return async (name, key, address) => {
    const [user, sha256] = [canonicalUser(name), keyHash(key)];
    const pair = pairOf(user, address);
    const [isAccepted, id, plan, settings] = await read({ user, sha256 });
    const locked = lockout.retryAfterSeconds(pair);
    if (locked !== undefined) return { outcome: 'locked-out', retryAfterSeconds: locked };
    if (!isAccepted) {
      const retryAfterSeconds = lockout.countWrongKey(pair);
      if (retryAfterSeconds === undefined) return { outcome: 'wrong-credentials' };
      return { outcome: 'locked-out', retryAfterSeconds };
    }
    lockout.forget(pair);
    onUse(id, sha256);
    const account = { id, user, plan: toPlan(plan, settings) };
    return { outcome: hitBurst(account) ? 'admitted' : 'too-fast', account };
  };
}
