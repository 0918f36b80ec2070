import { setTimeout } from 'node:timers/promises';
import { addToHistory, readHistory } from './history/directory.ts';
import { resultsOf } from './history/past-result.ts';
import { contractDocument } from './plan/document.ts';
import type { PlanOptions } from './plan/options.ts';
import type { RunPlan } from './plan/run-plan.ts';
import { prepareRun } from './prepare-run.ts';
import { openRecorder } from './recording/recorder.ts';
import { createRunRecord } from './recording/run-record.ts';
import { readKnownFindings } from './report/known-findings.ts';
import type { RunReport } from './report/report.ts';
import { conclude } from './report/verdict.ts';
import { type Cost, noLedger, openLedger } from './run/ledger.ts';
import { createPace } from './run/pace.ts';
import { createRequestBudget, type Spending } from './run/request-budget.ts';
import { type CaseText, caseText } from './run/request-text.ts';
import type { HttpExchange } from './run/response.ts';
import { createNetworkSource } from './run/response-source.ts';
import { readSpendingLimit } from './run/spending-limit.ts';
import { BudgetError, RunError } from './run-error.ts';

export interface VerifyOptions extends PlanOptions {
  /** Maximum number of requests in this run, or in all runs of a ledger; `100/30d`: within a rolling window. */
  budget?: number | string;
  /** Maximum number of consultations, in the same format as `budget`. */
  consultations?: number | string;
  /** A directory for run results. A run without a seed starts with the requests that were sent longest ago. */
  history?: string;
  /** A file of known findings, which do not fail the run. */
  known?: string;
  /** A file that records every request before it is sent. */
  ledger?: string;
  /** A HAR 1.2 file for all requests and responses. `replayContract` judges them again. */
  record?: string;
  /** Maximum request rate, such as `5/s` or `100/min`. A run also slows down when a rate limit rejects requests. */
  rate?: string;
  fetch?: typeof globalThis.fetch;
  /** Time limit for a request and its response, in milliseconds. Default: 10 000. */
  timeoutMs?: number;
  /** Returns the time in milliseconds since the epoch. */
  now?: () => number;
  /** Waits for a number of milliseconds. */
  sleep?: (milliseconds: number) => Promise<void>;
  /** Aborts the run. The report contains the findings up to this point. */
  signal?: AbortSignal;
  /** Called after every sent request. */
  onProgress?: (sent: number, planned: number) => void;
  /** Called after every sent request. Secrets in the exchange are masked. */
  onExchange?: (exchange: HttpExchange) => void;
}

/**
 * Verifies a service against the contract: operations, declared statuses and envelopes, assumptions.
 * Requests are sent sequentially, redirects are not followed, and the report contains no credentials.
 * @throws BudgetError if the plan exceeds the remaining budget; no request was sent
 * @throws NoVerdictError if the run was aborted: no response from the URL, or an error in the suite itself
 * @throws RunError if no run is possible: invalid options, or value rules that do not match the document
 */
export async function verifyContract(options: VerifyOptions): Promise<RunReport> {
  const { now = Date.now, fetch = globalThis.fetch, timeoutMs = 10_000, history, signal } = options;
  const sleep = options.sleep ?? ((milliseconds) => sleepUnless(signal, milliseconds));
  const pace = createPace(options.rate);
  const { plan, run } = prepareRun(withHistory(options));
  const { budget, limits, before } = openBudget(plan, options);
  const source = createNetworkSource(plan.secrets, { fetch, timeoutMs, signal }, budget, { now, sleep }, pace);
  const record = createRunRecord(options, plan, { budget: limits, before });
  const recorder = openRecorder(options.record, record, source.started);
  let made = 0;
  const report = await run(source, (exchange) => {
    made += 1;
    options.onProgress?.(made, plan.requests.length);
    recorder.add(exchange);
    options.onExchange?.(exchange);
  });
  const notRecorded = recorder.finish(source.ended());
  const { made: results, started, failure } = report;
  const notKept =
    history === undefined || failure !== undefined
      ? undefined
      : addToHistory(history, report, resultsOf(results, started), started);
  return conclude(report, notRecorded ?? notKept);
}

/** Waits for a number of milliseconds, or until the run is aborted. */
const sleepUnless = (signal: AbortSignal | undefined, milliseconds: number): Promise<void> =>
  setTimeout(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});

/** Adds the results in the history and the known findings to the options. */
function withHistory(options: VerifyOptions): VerifyOptions {
  const { known, history } = options;
  return {
    ...options,
    ...(known !== undefined && { knownFindings: readKnownFindings(known) }),
    ...(history !== undefined && readHistory(history, { version: String(contractDocument().info?.version) })),
  };
}

/** The plan and the cost of a run. */
export interface DryRun {
  /** The cases, in the order in which they are sent. */
  cases: CaseText[];
  /** The cost if all responses are as expected, and the remaining budget. */
  spending: Spending;
}

/**
 * Returns the requests that a run would send, without sending requests or writing files.
 * @throws BudgetError as `verifyContract` does
 * @throws RunError as `verifyContract` does
 */
export async function planContract(options: VerifyOptions): Promise<DryRun> {
  createPace(options.rate);
  const { plan } = prepareRun(withHistory(options));
  const spending = openBudget(plan, options).budget.spending();
  return { cases: plan.requests.map((one) => caseText(one, plan.known, plan.contract.table)), spending };
}

/**
 * Opens the budget of a run. The run's options and earlier runs on the ledger limit the budget.
 * @throws BudgetError if the plan exceeds the remaining budget
 */
function openBudget(plan: RunPlan, { budget, consultations, ledger: file, now = Date.now }: VerifyOptions) {
  const requestLimit = budget === undefined ? undefined : readSpendingLimit(budget, '--budget');
  const charged = consultations === undefined ? undefined : readSpendingLimit(consultations, '--consultations');
  const windows = { requests: requestLimit?.window, consultations: charged?.window };
  if (file === undefined && Object.values(windows).some((window) => window !== undefined)) {
    throw new RunError('--budget and --consultations with a window require --ledger, which records earlier runs');
  }
  const ledger = file === undefined ? noLedger() : openLedger(file, now, windows);
  const limits = { requests: requestLimit?.most, consultations: charged?.most };
  const opened = createRequestBudget(plan, limits, ledger);
  const spending = opened.spending();
  requireLeft(spending, 'requests', 'the budget', '--budget');
  requireLeft(spending.consultations, 'consultations', 'the limit', '--consultations');
  return { budget: opened, limits, before: ledger.before };
}

function requireLeft(spending: Spending['consultations'], name: keyof Cost, what: string, flag: string): void {
  const { planned, budget = 0, left = planned } = spending;
  if (left >= planned) return;
  const earlier = left === budget ? '' : `, of which ${budget - left} are spent`;
  throw new BudgetError(
    `${planned} ${name} are planned, and ${what} is ${budget}${earlier}; use a higher ${flag} or a smaller --profile`,
  );
}
