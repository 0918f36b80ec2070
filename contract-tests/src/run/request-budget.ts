import { sizes } from '../plan/profile.ts';
import type { Request } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { type Cost, type CostLimits, costOfPlan, isCharged, type Ledger } from './ledger.ts';
import { requestText } from './request-text.ts';
import { isResponse, type SendResult } from './response.ts';

/** The remaining budget of a run. */
export interface RequestBudget {
  isUsedUp: () => boolean;
  /** Reserves a request and the cost of its expected response. Returns false if the budget is used up. */
  take: (request: Request) => boolean;
  /** Corrects the cost of a request according to its actual result. */
  settle: (request: Request, result: SendResult) => void;
  spending: () => Spending;
}

/** The cost of a run, including retries. */
export interface Spending {
  planned: number;
  spent: number;
  /** The budget of the run. Absent if there is none. */
  budget?: number;
  /** The remaining budget, taking earlier runs on the same ledger into account. */
  left?: number;
  /** The cost and budget in consultations. Under the assumption `charging`, a success costs one, and errors are free. */
  consultations: { planned: number; spent: number; budget?: number; left?: number };
}

/**
 * Creates the budget of a run. The profile limits all requests, including retries, but never prevents planned requests.
 * @param most the spending limits of this run, or of all runs on the ledger within the window
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
      // Another run on the same ledger may have used the budget in the meantime.
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
