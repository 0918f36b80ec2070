import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Plan } from '../accounts/account.ts';
import type { Admission } from './admission.ts';
import { keyHash } from '../accounts/api-key.ts';
import type { Judge } from './limits.ts';
import { canonicalUser } from '../accounts/user-name.ts';
import { pathOf } from '../database/sqlite/open-database.ts';
import { readTransaction } from '../database/sqlite/read-transaction.ts';
import { retryWhileLocked } from '../database/sqlite/retry-while-locked.ts';
import { withStorageErrors } from '../database/sqlite/storage-errors.ts';
import { createTurnGroup } from '../database/sqlite/turn-group.ts';

/**
 * Always one row: the account with its plan and its live keys, which are at most two: the least and the greatest. For an
 * unknown user it is the row of the first account, with `known` 0, so that it costs the same.
 */
const FIND = `
  SELECT account.user = ?1 AS known, account.disabled_ms IS NULL AS enabled,
         account.id, plan.name, plan.limit_n, plan.window_s, plan.burst, plan.excluded,
         hex(min(api_key.sha256)), hex(max(api_key.sha256))
  FROM account
  JOIN plan ON plan.name = account.plan
  LEFT JOIN api_key ON api_key.account_id = account.id AND api_key.revoked_ms IS NULL
                   AND (api_key.expires_ms IS NULL OR api_key.expires_ms > ?2)
  WHERE account.id = coalesce((SELECT id FROM account WHERE user = ?1), (SELECT min(id) FROM account))`;

type AccountRow = [
  known: number | null,
  enabled: number | null,
  id: number,
  plan: string,
  limit: number,
  windowSeconds: number,
  burst: number,
  excluded: string,
  least: string,
  greatest: string,
];

/**
 * Reads the database at every request, in one statement, so that a change by any process holds from the next request on.
 * Requests of one turn of the event loop are read in one transaction: SQLite's locks cost more than the statement.
 * An unknown user, a wrong key, a disabled account, an expired key and a locked pair take the same steps: one look-up,
 * one hash, as many comparisons as an account can have live keys.
 * @param now milliseconds since 1970
 * @param lockWaitMs how long a request waits while another process keeps the file locked
 */
export function createAdmissions(
  db: DatabaseSync,
  judge: Judge,
  now: () => number,
  lockWaitMs: number = 0,
): (user: string, key: string, address: string, hits: boolean) => Promise<Admission> {
  const path = pathOf(db);
  const find = withStorageErrors(path, () => db.prepare(FIND));
  find.setReturnArrays(true);
  // Compared in place of a missing key; nobody knows a text with this hash.
  const decoy = randomBytes(32).toString('hex');

  const readAll = (users: string[]): AccountRow[] =>
    readTransaction(db, () => users.map((user) => find.get(user, now()) as unknown as AccountRow));
  const read = createTurnGroup((users: string[]) => retryWhileLocked(() => readAll(users), lockWaitMs));

  return async (name, key, address, hits) => {
    const user = canonicalUser(name);
    const row = await read(user);
    const [known, enabled, id, planName, limit, windowSeconds, burst, excluded, least, greatest] = row;
    const given = keyHash(key);
    const matches = isHash(given, least || decoy) | isHash(given, greatest || decoy);
    const isCorrect = matches & (known ?? 0) & (enabled ?? 0);

    const account = isCorrect === 1 ? { id, plan: { burst } } : undefined;
    const { lockedSeconds, waitSeconds } = await judge({ user, address, account, hits });
    if (lockedSeconds !== undefined) return { ok: false, retryAfterSeconds: lockedSeconds };
    if (!account) return { ok: false };
    const plan: Plan = { name: planName, limit, windowSeconds, burst, excluded: JSON.parse(excluded) };
    const admitted: Admission = { ok: true, account: { id, user, plan } };
    return waitSeconds === undefined ? admitted : { ...admitted, waitSeconds };
  };
}

const isHash = (given: Buffer, hex: string): number => Number(timingSafeEqual(given, Buffer.from(hex, 'hex')));
