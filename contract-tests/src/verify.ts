import type { PlanOptions } from './plan/options.ts';
import { requestOf } from './plan/request.ts';
import { prepareRun } from './prepare-run.ts';
import { openRecorder } from './recording/recorder.ts';
import { runRecordOf } from './recording/run-record.ts';
import { conclude } from './report/conclude.ts';
import type { Report } from './report/report.ts';
import type { Exchange } from './run/exchange.ts';
import { openLedger, reservedIn } from './run/ledger.ts';
import { network } from './run/reply-source.ts';
import { requestBudget } from './run/request-budget.ts';
import { requestText } from './run/request-text.ts';
import { BudgetError, RunError } from './run-error.ts';

export interface VerifyOptions extends PlanOptions {
  /** The most requests of this run; with a ledger, of all runs on it. */
  budget?: number;
  /** A file that every request is written to before it is made. */
  ledger?: string;
  /** A file for all requests and replies, HAR 1.2: `replayContract` judges them again. */
  record?: string;
  fetch?: typeof globalThis.fetch;
  /** For one request with its reply, in milliseconds. Default: 10 000. */
  timeoutMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Called after every request; secrets in it are masked. */
  onExchange?: (exchange: Exchange) => void;
}

/**
 * Verifies a service against the contract: operations, declared statuses and envelopes, assumptions.
 * Requests are made one after another, redirects are not followed, and the report holds no credential.
 * @throws BudgetError when more is planned than the budget has left; nothing was sent
 * @throws NoVerdictError when the run broke off: an address that does not answer, a fault of the suite itself
 * @throws RunError when no run is possible: wrong options, cases that do not fit
 */
export async function verifyContract(options: VerifyOptions): Promise<Report> {
  const { budget: most, now = Date.now, fetch = globalThis.fetch, timeoutMs = 10_000 } = options;
  const { plan, run } = await prepareRun(options);
  const planned = plan.requests.length;
  leftAfter(planned, options);
  const ledger = openLedger(options.ledger);
  try {
    const budget = requestBudget(planned, plan.profile, most, ledger);
    const source = network(plan.contract.table, { fetch, timeoutMs }, now, plan.secrets, budget);
    const recorder = openRecorder(options.record, runRecordOf(options, plan, ledger.before), source.started);
    const report = await run(source, (exchange) => {
      recorder.add(exchange);
      options.onExchange?.(exchange);
    });
    return conclude(report, recorder.finish(source.ended()));
  } finally {
    ledger.close();
  }
}

/** What a run would do. */
export interface DryRun {
  /** In order, without credentials. */
  requests: string[];
  budget?: number;
  /** What the run would leave of the budget. */
  left?: number;
}

/**
 * The requests that a run would make; none is made, and no file is written.
 * @throws BudgetError as `verifyContract` does
 * @throws RunError as `verifyContract` does
 */
export async function planContract(options: VerifyOptions): Promise<DryRun> {
  const { plan } = await prepareRun(options);
  const { budget } = options;
  const left = leftAfter(plan.requests.length, options);
  const requests = plan.requests.map((planned) => {
    const query = planned.query(plan.known);
    if (query === undefined) return `${planned.operation}: ${planned.why}, made from an earlier reply`;
    return requestText(requestOf(planned, query), plan.contract.table);
  });
  return { requests, ...(budget === undefined || left === undefined ? {} : { budget, left }) };
}

/** What planned requests would leave of the budget. */
function leftAfter(planned: number, { budget, ledger }: VerifyOptions): number | undefined {
  if (ledger !== undefined && budget === undefined) throw new RunError('--ledger needs --budget; give both');
  if (budget === undefined) return undefined;
  const before = reservedIn(ledger);
  const left = budget - before - planned;
  if (left >= 0) return left;
  const earlier = before === 0 ? '' : `, of which ${before} are spent`;
  throw new BudgetError(
    `${planned} requests are planned, and the budget is ${budget}${earlier}; give a higher --budget or a smaller --profile`,
  );
}
