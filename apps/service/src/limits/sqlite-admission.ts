import type { DatabaseSync } from 'node:sqlite';
import { createSqliteCredentials } from '../accounts/sqlite-credentials.ts';
import { canonicalUser } from '../accounts/user-name.ts';
import type { Admit } from './admission.ts';
import { createMemoryBurst } from './memory-burst.ts';
import { createMemoryLockOut } from './memory-lock-out.ts';

export interface SqliteAdmissionOptions {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds of a clock that never goes back, for the burst. */
  monotonicNow?: (() => number) | undefined;
  /** How long a request waits while another process keeps the file locked. */
  lockWaitMs: number;
}

/** Accounts are in the file; burst and lock-out are in memory, where each process counts for itself. */
export function createSqliteAdmission(db: DatabaseSync, options: SqliteAdmissionOptions): Admit {
  const { now, monotonicNow, lockWaitMs } = options;
  const accountOf = createSqliteCredentials(db, now, lockWaitMs);
  const lockOut = createMemoryLockOut(now);
  const hitBurst = createMemoryBurst(monotonicNow);

  return async (name, key, address) => {
    const user = canonicalUser(name);
    const account = await accountOf(user, key);
    const locked = lockOut.retryAfterSeconds(user, address);
    if (locked !== undefined) return { outcome: 'locked-out', retryAfterSeconds: locked };
    if (!account) {
      const retryAfterSeconds = lockOut.countWrongKey(user, address);
      if (retryAfterSeconds === undefined) return { outcome: 'wrong-credentials' };
      return { outcome: 'locked-out', retryAfterSeconds };
    }
    lockOut.forget(user, address);
    const retryAfterSeconds = hitBurst(account);
    if (retryAfterSeconds === undefined) return { outcome: 'admitted', account };
    return { outcome: 'too-fast', account, retryAfterSeconds };
  };
}
