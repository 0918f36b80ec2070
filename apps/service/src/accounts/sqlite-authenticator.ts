import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { withStorageErrors } from '../sqlite/storage-error.ts';
import type { Authentication, Authenticator, Plan } from './accounts.ts';
import { keyHash } from './key.ts';
import { createLockOut, type LockOut } from './lock-out.ts';
import { canonicalUser } from './user-name.ts';

/**
 * One row, always: the account with its plan and its live keys, which are at most two and so the least and the
 * greatest. For a user that is not there it is the first account's, with `known` 0, so that it costs the same.
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

type Found = [
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

export interface AuthenticatorOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
  lockOut?: LockOut;
}

/**
 * Asks the database each time, one statement: a revoked key, an expired key, a disabled account, another plan hold
 * from the next request on, whichever process changed them. An unknown user, a wrong key, a disabled account, an expired
 * key and a locked pair take the same steps: one look-up, one hash, as many comparisons as there may be live keys.
 */
export function createSqliteAuthenticator(db: DatabaseSync, options: AuthenticatorOptions = {}): Authenticator {
  const { now = Date.now, lockOut = createLockOut() } = options;
  const path = db.location() ?? ':memory:';
  const find = withStorageErrors(path, () => db.prepare(FIND));
  find.setReturnArrays(true);
  // Compared in place of a key that is not there; nobody knows what it is the hash of.
  const decoy = randomBytes(32).toString('hex');
  const parseExcluded = memoized<string, string[]>((text) => JSON.parse(text));

  return {
    async authenticate(asked, key, address): Promise<Authentication> {
      const user = canonicalUser(asked);
      const lockedFor = await lockOut.locked(user, address);
      const found = withStorageErrors(path, () => find.get(user, now())) as unknown as Found;
      const [known, enabled, id, name, limit, windowSeconds, burst, excluded, least, greatest] = found;
      const given = keyHash(key);
      const matches = isHash(given, least || decoy) | isHash(given, greatest || decoy);
      const right = matches & (known ?? 0) & (enabled ?? 0);

      if (lockedFor !== undefined) return { ok: false, retryAfterSeconds: lockedFor };
      if (right === 1) {
        await lockOut.right(user, address);
        const plan: Plan = { name, limit, windowSeconds, burst, excluded: parseExcluded(excluded) };
        return { ok: true, account: { id, user, plan } };
      }
      const retryAfterSeconds = await lockOut.wrong(user, address);
      return retryAfterSeconds === undefined ? { ok: false } : { ok: false, retryAfterSeconds };
    },
  };
}

const isHash = (given: Buffer, hex: string): number => Number(timingSafeEqual(given, Buffer.from(hex, 'hex')));

/** There are as many different inputs as plans: the memory needs no bound but a start again. */
function memoized<Input, Output>(make: (input: Input) => Output): (input: Input) => Output {
  const made = new Map<Input, Output>();
  return (input) => {
    const known = made.get(input);
    if (known !== undefined) return known;
    if (made.size > 1000) made.clear();
    const output = make(input);
    made.set(input, output);
    return output;
  };
}
