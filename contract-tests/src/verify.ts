import { operationTable } from '@vehicle-lookup/operations';
import type { Data } from './data.ts';
import type { Recorded } from './exchange.ts';
import { openLedger, reservedIn } from './ledger.ts';
import type { Profile, Target } from './plan/profile.ts';
import { prepare } from './prepare.ts';
import { purseOf } from './purse.ts';
import { openRecorder } from './recording/recorder.ts';
import { runRecordOf } from './recording/run-record.ts';
import type { Report } from './report.ts';
import { requestText } from './request.ts';
import { BudgetError, concluded, RunError } from './run-error.ts';
import { network } from './source.ts';

export interface VerifyOptions {
  /** The service's base address, without the document's path. */
  baseUrl: string;
  user: string;
  key: string;
  /** Whether declared answers may be asked for by `Prefer`. */
  target: Target;
  /** `mock` for a mock, which has no other; `full` unless told. */
  profile?: Profile;
  /** Whether a contradicted assumption fails the run: on a mock it does, on a service not, unless told. */
  assumptions?: 'report' | 'enforce';
  /** Whether members that the document does not mention fail the run. */
  strict?: boolean;
  /** What is known of the service's data; the rest comes from earlier answers, then from the document's examples. */
  data?: Data;
  /** The most requests of this run, with a ledger of all runs on it. */
  budget?: number;
  /** A file that every request is written to before it is made. */
  ledger?: string;
  /** Chooses among requests of equal worth: the same seed, the same requests. 1 unless told. */
  seed?: number;
  /** Codes that are not looked for: what the suite misses without a check is a measure of it. */
  without?: readonly string[];
  /** A file for all requests and answers, HAR 1.2: `replayContract` judges them again. */
  record?: string;
  fetch?: typeof globalThis.fetch;
  /** For one request with its answer, in milliseconds; 10 000 unless told. */
  timeoutMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Called after every answer; what it holds of secrets is masked. */
  onExchange?: (exchange: Recorded) => void;
}

/**
 * Verifies a service against the contract: operations, declared statuses and envelopes, assumptions.
 * Requests are made one after another, redirects are not followed, and the report holds no credential.
 * @throws BudgetError when more is planned than the budget has left; nothing was sent
 * @throws RunError when no run is possible: wrong options, an address that does not answer, cases that do not fit; with
 * the report, where the run got as far as asking
 */
export async function verifyContract(options: VerifyOptions): Promise<Report> {
  const { budget, now = Date.now, fetch = globalThis.fetch, timeoutMs = 10_000 } = options;
  const prepared = await prepare(options);
  const planned = prepared.choices.length;
  leftAfter(planned, options);
  const ledger = openLedger(options.ledger);
  try {
    const purse = purseOf(planned, prepared.profile, budget, ledger);
    const source = network({ fetch, timeoutMs }, now, prepared.secrets, purse);
    const recorder = openRecorder(options.record, runRecordOf(options, prepared, ledger.before), source.started);
    const report = await prepared.run(source, (one) => {
      recorder.add(one);
      options.onExchange?.(one);
    });
    return concluded(report, recorder.finish(source.ended()));
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
  const { choices, values } = await prepare(options);
  const { budget } = options;
  const left = leftAfter(choices.length, options);
  const requests = choices.map(({ planned }) => {
    const query = planned.query(values, () => undefined);
    if (query === undefined) return `${planned.operation}: ${planned.why}, made from an earlier answer`;
    return requestText({ ...planned, query }, operationTable);
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
