import type { Account } from '../accounts/account.ts';

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
