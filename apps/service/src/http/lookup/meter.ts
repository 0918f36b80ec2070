import type { HttpResponse, ResponseHeaders } from '@vehicle-lookup/toolkit/http';
import type { Account } from '../../accounts/account.ts';
import type { Quota, RemainingAllowance } from '../../quota/quota.ts';
import { allowanceExhausted, allowanceHeaders } from './responses.ts';

/** Charges responses to an account's allowance. */
export interface Meter {
  /** Returns a 429 before the look-up if the allowance was exhausted at the previous request and still is. */
  rejectExhausted(account: Account): Promise<HttpResponse | undefined>;
  /**
   * Charges a consultation and returns the headers of its response, or returns a 429.
   * @param operation operationId; if undefined, only checks whether a consultation would be allowed
   */
  charge(
    account: Account,
    operation: string | undefined,
  ): Promise<{ rejected: HttpResponse } | { rejected?: undefined; headers: ResponseHeaders }>;
}

/** Callbacks for charges. */
export interface ChargeEvents {
  onCharged(operation: string, account: number): void;
  /** Called when an account has used most of its allowance, and again only after its use has been clearly lower. */
  onAllowanceLow(account: number, allowance: RemainingAllowance): void;
}

/** Used fraction of an allowance that is reported, and the fraction below which a new report becomes possible. */
const [LOW, NOT_LOW] = [0.8, 0.7];

/**
 * Creates a meter. Most accounts have consultations left, so one access to the quota after the look-up both checks and charges
 * a request. The meter remembers exhausted accounts only as a hint; the quota decides.
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
