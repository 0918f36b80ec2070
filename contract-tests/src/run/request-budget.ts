import { type Profile, limits as profileLimits } from '../plan/profile.ts';
import type { Cost, Ledger } from './ledger.ts';

/** How many requests a run may still make. */
export interface RequestBudget {
  isUsedUp: () => boolean;
  /**
   * Takes one request.
   * @param text the request, for the ledger
   * @param isCharged whether the provider charges the expected reply
   * @returns false where none is left
   */
  take: (text: string, isCharged: boolean) => boolean;
  /** Corrects what was taken for a request by the reply that came. */
  settle: (text: string, wasExpected: boolean, isCharged: boolean) => void;
  spending: () => Spending;
}

/** What a run costs, repeated requests included. */
export interface Spending {
  planned: number;
  spent: number;
  /** The budget of the run; absent without one. */
  budget?: number;
  /** What is left of the budget, earlier runs on the same ledger counted. */
  left?: number;
  /** The same in consultations: by the assumption `charging` a success costs one, and errors are free. */
  consultations: { planned: number; spent: number; budget?: number; left?: number };
}

/** The most that may ever be spent on a ledger, or within its window; undefined: any number. */
export type BudgetLimits = { [name in keyof Cost]?: number | undefined };

const NAMES = ['requests', 'consultations'] as const;

/** What bounds a run. */
export interface BudgetOptions {
  planned: Cost;
  profile: Profile;
  /** Of this run, or of all runs on the ledger. */
  limits: BudgetLimits;
  ledger: Ledger;
}

/** A run makes no more requests than its profile allows, repeated ones included; planned requests are never cut. */
export function createRequestBudget({ planned, profile, limits: most, ledger }: BudgetOptions): RequestBudget {
  const spent: Cost = { requests: 0, consultations: 0 };
  const ceiling = Math.max(planned.requests, profileLimits[profile].requests);
  const left = (name: keyof Cost) => (most[name] ?? Number.POSITIVE_INFINITY) - ledger.before[name] - spent[name];
  const isUsedUp = () => left('requests') <= 0 || spent.requests >= ceiling;
  const spendingOf = (name: keyof Cost) => ({
    planned: planned[name],
    spent: spent[name],
    ...(most[name] === undefined ? {} : { budget: most[name], left: left(name) }),
  });
  return {
    isUsedUp,
    take: (text, isCharged) => {
      if (isUsedUp() || (isCharged && left('consultations') <= 0)) return false;
      // Another run on the ledger may have spent in the meantime.
      const all = ledger.reserve(text, isCharged);
      if (NAMES.some((name) => all[name] > (most[name] ?? Number.POSITIVE_INFINITY))) return false;
      spent.requests += 1;
      spent.consultations += isCharged ? 1 : 0;
      return true;
    },
    settle: (text, wasExpected, isCharged) => {
      spent.consultations += Number(isCharged) - Number(wasExpected);
      if (isCharged && !wasExpected) ledger.charge(text);
    },
    spending: () => ({ ...spendingOf('requests'), consultations: spendingOf('consultations') }),
  };
}
