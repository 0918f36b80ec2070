import { sizes } from '../plan/profile.ts';
import type { Request } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { type Cost, type CostLimits, costOfPlan, isCharged, type Ledger } from './ledger.ts';
import { requestText } from './request-text.ts';
import { isResponse, type SendResult } from './response.ts';

/** How many requests a run may still make. */
export interface RequestBudget {
  isUsedUp: () => boolean;
  /** Takes one request, with the cost of the expected response; false where none is left. */
  take: (request: Request) => boolean;
  /** Corrects what was taken for a request by the result that came. */
  settle: (request: Request, result: SendResult) => void;
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

/**
 * A run makes no more requests than its profile allows, repeated ones included; planned requests are never cut.
 * @param most that may ever be spent by this run, or by all runs on the ledger or within its window
 */
export function createRequestBudget(
  { requests, profile, contract: { table } }: RunPlan,
  most: CostLimits,
  ledger: Ledger,
): RequestBudget {
  const planned = costOfPlan(requests);
  const spent: Cost = { requests: 0, consultations: 0 };
  const ceiling = Math.max(planned.requests + sizes[profile].kept, sizes[profile].requests);
  const limit = (name: keyof Cost) => most[name] ?? Number.POSITIVE_INFINITY;
  const left = (name: keyof Cost) => limit(name) - ledger.before[name] - spent[name];
  const isUsedUp = () => left('requests') <= 0 || spent.requests >= ceiling;
  const spendingOf = (name: keyof Cost) => ({
    planned: planned[name],
    spent: spent[name],
    ...(most[name] === undefined ? {} : { budget: most[name], left: left(name) }),
  });
  return {
    isUsedUp,
    take: (request) => {
      const isExpected = isCharged(request.status, request);
      if (isUsedUp() || (isExpected && left('consultations') <= 0)) return false;
      // Another run on the ledger may have spent in the meantime.
      const all = ledger.reserve(() => requestText(request, table), isExpected);
      if (all.requests > limit('requests') || all.consultations > limit('consultations')) return false;
      spent.requests += 1;
      spent.consultations += Number(isExpected);
      return true;
    },
    settle: (request, result) => {
      const isExpected = isCharged(request.status, request);
      const wasCharged = isResponse(result) && isCharged(String(result.status), request);
      spent.consultations += Number(wasCharged) - Number(isExpected);
      if (wasCharged && !isExpected) ledger.charge(requestText(request, table));
    },
    spending: () => ({ ...spendingOf('requests'), consultations: spendingOf('consultations') }),
  };
}
