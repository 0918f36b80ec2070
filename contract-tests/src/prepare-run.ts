import { operationTable } from '@vehicle-lookup/contract';
import { createJudge } from './judge/judge.ts';
import { loadContract } from './load-contract.ts';
import { contractDocument } from './plan/document.ts';
import type { PlanOptions } from './plan/options.ts';
import { planRun, type RunPlan } from './plan/run-plan.ts';
import { buildReport } from './report/build-report.ts';
import type { RunReport } from './report/report.ts';
import { makeRequests } from './run/make-requests.ts';
import type { HttpExchange } from './run/response.ts';
import type { ResponseSource } from './run/response-source.ts';

/**
 * Prepares a run, which has these steps: options → plan → requests → observations → judgements → report.
 * @returns the plan, and a function that sends its requests, judges the responses and returns the report
 * @throws RunError if an option is invalid or a value rule does not match the document
 */
export function prepareRun(options: PlanOptions): {
  plan: RunPlan;
  run: (source: ResponseSource, onExchange?: (exchange: HttpExchange) => void) => Promise<RunReport>;
} {
  const plan = planRun(options, loadContract(contractDocument(), operationTable));
  return {
    plan,
    run: async (source, onExchange = () => {}) => {
      const judge = createJudge(plan);
      const result = await makeRequests(plan, source, judge.add, onExchange);
      return buildReport(plan, result, judge.finish(result.stop));
    },
  };
}
