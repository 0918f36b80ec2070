import { limits, type Profile } from '../plan/profile.ts';
import type { Ledger } from './ledger.ts';

/** How many requests a run may still make. */
export interface RequestBudget {
  isUsedUp: () => boolean;
  /**
   * Takes one request.
   * @param text the request, for the ledger
   * @returns false where none is left
   */
  take: (text: string) => boolean;
  spending: () => Spending;
}

/** Requests, repeated ones included. */
export interface Spending {
  planned: number;
  spent: number;
  /** The budget of the run; absent without one. */
  budget?: number;
  /** What is left of the budget, earlier runs on the same ledger counted. */
  left?: number;
}

/**
 * A run makes no more requests than its profile allows, repeated ones included; planned requests are never cut.
 * @param budget all requests that may ever be made on this ledger; undefined: any number
 */
export function requestBudget(
  planned: number,
  profile: Profile,
  budget: number | undefined,
  ledger: Ledger,
): RequestBudget {
  let spent = 0;
  const most = Math.max(planned, limits[profile].requests);
  const left = () => (budget === undefined ? Number.POSITIVE_INFINITY : budget - ledger.before - spent);
  const isUsedUp = () => left() <= 0 || spent >= most;
  return {
    isUsedUp,
    take: (text) => {
      if (isUsedUp()) return false;
      // Another run on the ledger may have spent in the meantime.
      if (ledger.reserve(text) > (budget ?? Number.POSITIVE_INFINITY)) return false;
      spent += 1;
      return true;
    },
    spending: () => ({ planned, spent, ...(budget === undefined ? {} : { budget, left: left() }) }),
  };
}
