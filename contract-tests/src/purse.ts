import type { Ledger } from './ledger.ts';
import type { Spending } from './report.ts';

/** What a run may still spend. */
export interface Purse {
  /** Takes one request, or says that none is left. */
  take: (text: string) => boolean;
  spending: () => Omit<Spending, 'stopped'>;
}

/**
 * @param budget all requests that may ever be made on this ledger; undefined: any number
 */
export function purseOf(planned: number, budget: number | undefined, ledger: Ledger): Purse {
  let spent = 0;
  const left = () => (budget === undefined ? Number.POSITIVE_INFINITY : budget - ledger.before - spent);
  return {
    take: (text) => {
      if (left() <= 0) return false;
      ledger.reserve(text);
      spent += 1;
      return true;
    },
    spending: () => ({ planned, spent, ...(budget === undefined ? {} : { budget, left: left() }) }),
  };
}
