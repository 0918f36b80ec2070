import { type Account, LOCK_OUT_RULES, type LockOutRules } from '../accounts/account.ts';
import type { Admission } from './admission.ts';
import { keyHash, pairHash, userHash } from '../accounts/api-key.ts';
import { canonicalUser } from '../accounts/user-name.ts';
import { type CallGroup, type CallGroupOptions, createCallGroup } from '../database/postgres/call-group.ts';
import type { Database } from '../database/postgres/database.ts';
import type { SharedTables } from '../data-store/postgres/account-migrations.ts';

interface Request {
  user: string;
  key: string;
  address: string;
  /** Whether it counts in the burst. */
  hits: boolean;
}

interface AdmittedRow {
  account_id: number | null;
  plan: string;
  limit_n: number;
  window_s: number;
  burst: number;
  excluded: string;
  locked_s: number | null;
  is_late: boolean;
}

/** The pairs are counted again after that part of their limit was refused: never are there many more than the limit. */
const REFUSALS_PER_PRUNING = 10;
const ADMIT = 'select * from admit($1, $2, $3, $4, $5, $6, $7, $8)';

/**
 * Admits requests, all that wait in one call of the database.
 * @param now replaces the engine's clock, in tests
 */
export function createAdmissions(
  { query, location }: Database<SharedTables>,
  now?: () => number,
  onCall?: CallGroupOptions['onCall'],
  { wrongKeys, windowSeconds, lockSeconds, pairs }: LockOutRules = LOCK_OUT_RULES,
): CallGroup<Request, Admission> {
  let refused = 0;
  return createCallGroup(
    async (requests: Request[]) => {
      const users = requests.map(({ user }) => canonicalUser(user));
      const rows = await query<AdmittedRow>(
        ADMIT,
        [
          users.map(userHash),
          requests.map(({ key }) => keyHash(key)),
          requests.map(({ address }, index) => pairHash(users[index] ?? '', address)),
          requests.map(({ hits }) => hits),
          wrongKeys,
          windowSeconds * 1000,
          lockSeconds * 1000,
          now?.(),
        ],
        'admit',
      );
      refused += rows.filter((row) => row.account_id === null).length;
      if (refused > pairs / REFUSALS_PER_PRUNING) {
        refused = 0;
        await query('select prune_lock_out($1, $2)', [pairs, now?.()]);
      }
      return rows.map((row, index) => toAdmission(users[index] ?? '', row));
    },
    { location, onCall },
  );
}

function toAdmission(user: string, row: AdmittedRow): Admission {
  if (row.account_id === null)
    return row.locked_s === null ? { ok: false } : { ok: false, retryAfterSeconds: row.locked_s };
  const { plan: name, limit_n: limit, window_s: windowSeconds, burst, excluded } = row;
  const account: Account = {
    id: row.account_id,
    user,
    plan: { name, limit, windowSeconds, burst, excluded: JSON.parse(excluded) },
  };
  // Room comes back at most a second after the requests that took it.
  return row.is_late ? { ok: true, account, waitSeconds: 1 } : { ok: true, account };
}
