import { operationTable } from '@vehicle-lookup/operations';
import type { Data } from './data.ts';
import type { Recorded } from './exchange.ts';
import { openLedger } from './ledger.ts';
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
  if (options.ledger !== undefined && budget === undefined) throw new RunError('--ledger needs --budget; give both');
  const prepared = await prepare(options);
  const planned = prepared.choices.length;
  const ledger = openLedger(options.ledger);
  try {
    if (budget !== undefined && planned > budget - ledger.before) {
      const earlier = ledger.before === 0 ? '' : `, of which ${ledger.before} are spent`;
      throw new BudgetError(
        `${planned} requests are planned, and the budget is ${budget}${earlier}; give a higher --budget or a smaller --profile`,
      );
    }
    const purse = purseOf(planned, budget, ledger);
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

/**
 * The requests that a run would make, in order, without credentials; none is made.
 * @throws RunError as `verifyContract` does
 */
export async function planContract(options: VerifyOptions): Promise<string[]> {
  const { choices, values } = await prepare(options);
  return choices.map(({ planned }) => {
    const query = planned.query(values, () => undefined);
    if (query === undefined) return `${planned.operation}: ${planned.why}, made from an earlier answer`;
    return requestText({ ...planned, query }, operationTable);
  });
}
