import { canonicalUser, keyHash, pairHash, userHash } from '../accounts/credentials.ts';
import { toPlan } from '../accounts/plan.ts';
import { createCallBatcher, type OnCall } from '../database/batcher.ts';
import type { Database } from '../database/postgres/database.ts';
import { type Admission, type Admit, LOCKOUT_RULES, type LockoutRules } from './admission.ts';
import type { KeyUse } from './key-use.ts';

/** The row that the SQL function `admit` returns for one request. */
interface AdmissionRow {
  /** null if the request is rejected. */
  account_id: number | null;
  plan: string;
  settings: string;
  locked_s: number | null;
  is_late: boolean;
}

/** Pairs are pruned after one rejection for every ten allowed pairs, so the number of pairs exceeds its maximum only slightly. */
const REJECTIONS_PER_PRUNING = 10;
const ADMIT = 'select * from admit($1, $2, $3, $4, $5, $6, $7)';

export interface PostgresAdmissionOptions {
  /** Replacement for the database clock in tests. */
  now?: (() => number) | undefined;
  onCall?: OnCall | undefined;
  rules?: LockoutRules;
  onUse?: KeyUse['used'];
}

/** Returns the admission with accounts, burst and lockout in PostgreSQL. One call of `admit` processes all waiting requests. */
export function createPostgresAdmission(
  { query, location }: Database,
  { now, onCall, onUse, rules = LOCKOUT_RULES }: PostgresAdmissionOptions = {},
): { admit: Admit; waiting(): number } {
  const { wrongKeys, windowSeconds, lockSeconds, pairs } = rules;
  let rejected = 0;
  const { add, waiting } = createCallBatcher(
    async (requests: Parameters<Admit>[]) => {
      const users = requests.map(([user]) => canonicalUser(user));
      const hashes = requests.map(([, key]) => keyHash(key));
      const rows = await query<AdmissionRow>(
        ADMIT,
        [
          users.map(userHash),
          hashes,
          requests.map(([, , address], index) => pairHash(users[index] ?? '', address)),
          wrongKeys,
          windowSeconds * 1000,
          lockSeconds * 1000,
          now?.(),
        ],
        'admit',
      );
      for (const [index, { account_id }] of rows.entries()) {
        if (account_id === null) rejected++;
        else onUse?.(account_id, hashes[index] as string);
      }
      if (rejected > pairs / REJECTIONS_PER_PRUNING) {
        rejected = 0;
        await query('select prune_lock_out($1, $2)', [pairs, now?.()]);
      }
      return rows.map((row, index) => admissionOf(users[index] ?? '', row));
    },
    { name: 'admit', location, onCall },
  );
  return { admit: (...request) => add(request), waiting };
}

function admissionOf(user: string, row: AdmissionRow): Admission {
  if (row.account_id === null) {
    return row.locked_s === null
      ? { outcome: 'wrong-credentials' }
      : { outcome: 'locked-out', retryAfterSeconds: row.locked_s };
  }
  const account = { id: row.account_id, user, plan: toPlan(row.plan, row.settings) };
  return { outcome: row.is_late ? 'too-fast' : 'admitted', account };
}
