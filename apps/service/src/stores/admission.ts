import type { Account, Authenticator } from './accounts.ts';
import type { Burst } from './quota.ts';

/** Whether a request may go on to its look-up. A failure is that of Authentication. */
export type Admission =
  | {
      ok: true;
      account: Account;
      /** Seconds to wait, if this was one request too many in a second. */
      waitSeconds?: number;
    }
  | { ok: false; retryAfterSeconds?: number };

/**
 * What every request asks of the accounts, in one step: are the credentials correct, is the pair of user and address
 * locked out, and is there room in the burst? Every request with correct credentials counts in the burst.
 * @param address the client's IP address, for the lock-out
 */
export type Admit = (user: string, key: string, address: string) => Promise<Admission>;

/** The two steps one after the other: for stores that reply without waiting. */
export function admitInTwoSteps(authenticator: Authenticator, burst: Burst): Admit {
  return async (user, key, address) => {
    const authentication = await authenticator.authenticate(user, key, address);
    if (!authentication.ok) return authentication;
    const waitSeconds = await burst.hit(authentication.account);
    return waitSeconds === undefined ? authentication : { ...authentication, waitSeconds };
  };
}
