import type { Ledger } from './ledger.ts';
import { ceilings, type Profile } from './plan/profile.ts';
import type { Spending } from './report.ts';

/** What a run may still spend. */
export interface Purse {
  /** Whether nothing is left. */
  isEmpty: () => boolean;
  /** Takes one request, or says that none is left. */
  take: (text: string) => boolean;
  spending: () => Omit<Spending, 'stopped'>;
}

/**
 * A run makes no more requests than its profile says, repeated ones included; what was planned is never cut.
 * @param budget all requests that may ever be made on this ledger; undefined: any number
 */
export function purseOf(planned: number, profile: Profile, budget: number | undefined, ledger: Ledger): Purse {
  let spent = 0;
  const most = Math.max(planned, ceilings[profile]);
  const left = () => (budget === undefined ? Number.POSITIVE_INFINITY : budget - ledger.before - spent);
  const isEmpty = () => left() <= 0 || spent >= most;
  return {
    isEmpty,
    take: (text) => {
      if (isEmpty()) return false;
      // Another run on the ledger may have spent in the meantime.
      if (ledger.reserve(text) > (budget ?? Number.POSITIVE_INFINITY)) return false;
      spent += 1;
      return true;
    },
    spending: () => ({ planned, spent, ...(budget === undefined ? {} : { budget, left: left() }) }),
  };
}
