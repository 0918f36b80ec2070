import type { Account } from '../accounts/accounts.ts';
import type { Charge, Quota } from '../quota/quota.ts';
import { allowanceHeaders, exhausted } from './allowance.ts';
import type { Charging } from './parts.ts';
import type { Told } from './told.ts';

/** What an answer takes from the allowance of who asked. */
export interface Claims {
  /** 429 before anything is looked up: for an account that had nothing left when it asked last, and has nothing now. */
  refuse(account: Account): Promise<Told | undefined>;
  /**
   * Charges the answer where it is a consultation, otherwise looks whether one would be allowed.
   * @param found whether there is data
   */
  take(account: Account, found: boolean): Promise<Taken>;
}

/** 429, or whether it was charged and the headers that say so. */
export type Taken = { refused: Told } | { refused?: undefined; charged: boolean; headers: Record<string, string> };

const FREE: Taken = { charged: false, headers: {} };

/**
 * Most accounts that ask have something left: for them one visit to the quota, with the answer at hand, is enough to
 * judge and to charge. Who has nothing is remembered, only as a hint: it is the quota that refuses.
 */
export function createClaims(quota: Quota, charging: Charging): Claims {
  const exhaustedAccounts = new Set<number>();

  const refusal = ({ id, plan }: Account, charge: Charge): Told | undefined => {
    if (charge.ok) {
      exhaustedAccounts.delete(id);
      return undefined;
    }
    exhaustedAccounts.add(id);
    return exhausted(plan, charge.allowance, charge.retryAfterSeconds);
  };

  return {
    async refuse(account) {
      if (!exhaustedAccounts.has(account.id)) return undefined;
      return refusal(account, await quota.check(account));
    },
    async take(account, found) {
      if (charging === 'none') return FREE;
      const charged = found || charging === 'lookup';
      const charge = await (charged ? quota.charge(account) : quota.check(account));
      const refused = refusal(account, charge);
      if (refused) return { refused };
      return charged ? { charged, headers: allowanceHeaders(account.plan, charge.allowance) } : FREE;
    },
  };
}
