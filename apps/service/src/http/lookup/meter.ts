import type { HttpResponse, ResponseHeaders } from '@vehicle-lookup/toolkit/http';
import type { Account } from '../../accounts/account.ts';
import type { ChargeResult, Quota, RemainingAllowance } from '../../quota/quota.ts';
import { allowanceExhausted, allowanceHeaders } from './responses.ts';

/** Charges responses to the allowance of an account. */
export interface Meter {
  /** 429 before the look-up, if the account had nothing left at its previous request and still has nothing. */
  rejectExhausted(account: Account): Promise<HttpResponse | undefined>;
  /**
   * Charges the response if it is a consultation; otherwise checks that one would be allowed.
   * @param operation operationId
   * @param found true if there is data
   */
  charge(account: Account, operation: string, found: boolean): Promise<Metered>;
}

/** Who wants to know what is charged. */
export interface ChargeEvents {
  onCharged(operation: string, account: number): void;
  /** An account has used most of its allowance; called once until it has used clearly less. */
  onAllowanceLow(account: number, allowance: RemainingAllowance): void;
}

/** The part of an allowance whose use is reported, and the part below which it would be reported again. */
const [LOW, NOT_LOW] = [0.8, 0.7];

/** 429, or the headers of a response that was charged. */
export type Metered = { rejected: HttpResponse } | { rejected?: undefined; headers: ResponseHeaders };

/**
 * Most requests come from accounts that have something left: one visit to the quota, after the look-up, both checks and
 * charges them. Exhausted accounts are remembered, but only as a hint: the quota decides.
 */
export function createMeter(quota: Quota, { onCharged, onAllowanceLow }: ChargeEvents): Meter {
  const exhausted = new Set<number>();
  const low = new Set<number>();

  async function chargeOne(account: Account, operation: string): Promise<ChargeResult> {
    const charge = await quota.charge(account, operation);
    if (!charge.ok) return charge;
    const { limit, remaining } = charge.allowance;
    onCharged(operation, account.id);
    if (limit - remaining < limit * NOT_LOW) low.delete(account.id);
    else if (limit - remaining >= limit * LOW && !low.has(account.id)) {
      low.add(account.id);
      onAllowanceLow(account.id, charge.allowance);
    }
    return charge;
  }

  const rejection = ({ id, plan }: Account, charge: ChargeResult): HttpResponse | undefined => {
    if (charge.ok) {
      exhausted.delete(id);
      return undefined;
    }
    exhausted.add(id);
    return allowanceExhausted(plan, charge.allowance, charge.retryAfterSeconds);
  };

  return {
    async rejectExhausted(account) {
      if (!exhausted.has(account.id)) return undefined;
      return rejection(account, await quota.check(account));
    },
    async charge(account, operation, found) {
      const charge = await (found ? chargeOne(account, operation) : quota.check(account));
      const rejected = rejection(account, charge);
      if (rejected) return { rejected };
      return { headers: found ? allowanceHeaders(account.plan, charge.allowance) : {} };
    },
  };
}
