import type { LockOut } from '../accounts/account.ts';
import type { Burst, BurstAccount } from '../quota/quota.ts';

/** A request whose credentials have been compared. */
export interface Attempt {
  user: string;
  address: string;
  /** undefined: the credentials are wrong. */
  account?: BurstAccount | undefined;
  /** Whether it counts in the burst. */
  hits: boolean;
}

export interface Verdict {
  /** Seconds for which the pair of user and address is locked: the request is refused, whatever its key. */
  lockedSeconds?: number | undefined;
  /** Seconds to wait, if this was one request too many in a second. */
  waitSeconds?: number | undefined;
}

/** Lock-out and burst in one step. */
export type Judge = (attempt: Attempt) => Promise<Verdict>;

export const judgeBy =
  (lockOut: LockOut, burst: Burst): Judge =>
  async ({ user, address, account, hits }) => {
    const lockedSeconds = await lockOut.lockedSeconds(user, address);
    if (lockedSeconds !== undefined) return { lockedSeconds };
    if (!account) return { lockedSeconds: await lockOut.countWrongKey(user, address) };
    await lockOut.forget(user, address);
    return hits ? { waitSeconds: await burst.hit(account) } : {};
  };
