import type { HttpResponse, ResponseHeaders } from '@vehicle-lookup/toolkit/http';
import type { Account } from '../../accounts/account.ts';
import type { Quota, RemainingAllowance } from '../../quota/quota.ts';
import { allowanceExhausted, allowanceHeaders } from './responses.ts';

/** Charges responses to the allowance of an account. */
export interface Meter {
  /** 429 before the look-up, if the account had nothing left at its previous request and still has nothing. */
  rejectExhausted(account: Account): Promise<HttpResponse | undefined>;
  /**
   * Charges a consultation, and returns the headers of its response; or 429.
   * @param operation operationId; undefined only checks that a consultation would be allowed
   */
  charge(
    account: Account,
    operation: string | undefined,
  ): Promise<{ rejected: HttpResponse } | { rejected?: undefined; headers: ResponseHeaders }>;
}

/** Who wants to know what is charged. */
export interface ChargeEvents {
  onCharged(operation: string, account: number): void;
  /** An account has used most of its allowance; called once until it has used clearly less. */
  onAllowanceLow(account: number, allowance: RemainingAllowance): void;
}

/** The part of an allowance whose use is reported, and the part below which it would be reported again. */
const [LOW, NOT_LOW] = [0.8, 0.7];

/**
 * Most requests come from accounts that have something left: one visit to the quota, after the look-up, both checks and
 * charges them. Exhausted accounts are remembered, but only as a hint: the quota decides.
 */
export function createMeter(quota: Quota, { onCharged, onAllowanceLow }: ChargeEvents): Meter {
  const exhausted = new Set<number>();
  const low = new Set<number>();

  function reportLow(account: number, allowance: RemainingAllowance): void {
    const used = 1 - allowance.remaining / allowance.limit;
    if (used < NOT_LOW) low.delete(account);
    else if (used >= LOW && !low.has(account)) {
      low.add(account);
      onAllowanceLow(account, allowance);
    }
  }

  const charge: Meter['charge'] = async (account, operation) => {
    const { id, plan } = account;
    const { ok, allowance } = await (operation === undefined ? quota.check(account) : quota.charge(account, operation));
    if (!ok) {
      exhausted.add(id);
      return { rejected: allowanceExhausted(plan, allowance) };
    }
    exhausted.delete(id);
    if (operation === undefined) return { headers: {} };
    onCharged(operation, id);
    reportLow(id, allowance);
    return { headers: allowanceHeaders(plan, allowance) };
  };

  return {
    charge,
    rejectExhausted: async (account) =>
      exhausted.has(account.id) ? (await charge(account, undefined)).rejected : undefined,
  };
}
