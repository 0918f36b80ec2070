import { type CallOptions, VehicleLookupError } from '@vehicle-lookup/client';
import { lookupMany } from '@vehicle-lookup/client/batch';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { printedJson } from '../output/json.ts';
import type { LookupCall, LookupFailure, LookupSuccess, Value } from '../service.ts';
import { type RecordForm, type ResultKind, recordOf } from './record.ts';
import type { Sink } from './sink.ts';
import type { Listed } from './values.ts';

export interface BatchRun {
  values: AsyncIterable<Listed<Value>>;
  /** The results of an earlier run, by the identity of their values. */
  results: ReadonlyMap<string, ResultKind>;
  lookup(value: Value, options: CallOptions): LookupCall;
  form: RecordForm;
  sink: Sink;
  /** Requests at the same time. */
  concurrency: number;
  /** How many consultations the batch may spend. */
  maxConsultations?: number | undefined;
  /** True: failures alike at its beginning do not stop the batch. */
  keepGoing?: boolean | undefined;
  /** Cancels the requests in progress. */
  abort: AbortSignal;
  onProgress(tally: Tally): void;
}

/** Numbers of values. */
export interface Tally {
  answered: number;
  /** Values that the service does not know. */
  notFound: number;
  /** Values that were rejected without a request, because the document does not allow them. */
  invalid: number;
  /** The first of these. */
  firstInvalid: Listed<Value>[];
  /** Numbers of other failures, by the code of the error. */
  failed: Map<string, number>;
  /** With a result of an earlier run, and how many of them were not found, or are invalid. */
  skipped: number;
  skippedNotFound: number;
  skippedInvalid: number;
  /** Values with a request. Those that are neither answered nor failed have no line. */
  requested: number;
}

export interface BatchOutcome extends Tally {
  /** The error that every further request would get, too. */
  stopped?: LookupFailure['error'];
  /** How many requests failed with this error, all at the beginning, if that is why the batch stopped. */
  alike?: number;
  /** True if the batch has spent as many consultations as it may. */
  isSpent?: true;
  /** Requests without a complete response, which the service may have charged. */
  lost?: number;
  /** The error of the list or the output that ended the batch. */
  broken?: UserError;
}

/** Values that failed in another way than by being unknown or invalid. */
export const failures = ({ failed }: Tally): number => [...failed.values()].reduce((sum, count) => sum + count, 0);

/** Values with a result. */
export const finished = (tally: Tally): number => tally.answered + tally.notFound + tally.invalid + failures(tally);

/** True if a value has no data, also one that an earlier run met. */
export const isPartial = (tally: Tally): boolean =>
  finished(tally) > tally.answered || tally.skippedNotFound + tally.skippedInvalid > 0;

/** Invalid values that a summary shows. */
const SHOWN = 3;

/**
 * Makes a request for every value without a result. Writes a line for each result, in the order of the responses.
 * @throws errors that are not a UserError
 */
export async function runBatch(batchRun: BatchRun): Promise<BatchOutcome> {
  const { values, results, lookup, form, sink, concurrency, abort, onProgress } = batchRun;
  const { maxConsultations = Number.POSITIVE_INFINITY, keepGoing } = batchRun;
  const outcome: BatchOutcome = {
    answered: 0,
    notFound: 0,
    invalid: 0,
    firstInvalid: [],
    failed: new Map(),
    skipped: 0,
    skippedNotFound: 0,
    skippedInvalid: 0,
    requested: 0,
  };
  const budget = createBudget(maxConsultations);

  async function* pending(): AsyncGenerator<Listed<Value>> {
    for await (const value of values) {
      const result = results.get(form.identify(value.item));
      if (result) skip(outcome, result);
      else if (await budget.allows()) yield value;
      else {
        outcome.isSpent = true;
        return;
      }
    }
  }

  const countedLookup = ({ item }: Listed<Value>, call: CallOptions): LookupCall => {
    outcome.requested++;
    return { safe: () => budget.spend((fetch) => lookup(item, { ...call, fetch }).safe()) };
  };
  const batch = lookupMany<Listed<Value>, LookupSuccess | LookupFailure>(pending(), countedLookup, {
    concurrency,
    signal: abort,
    ...(keepGoing && { stopAfter: Number.POSITIVE_INFINITY }),
  });
  try {
    for await (const { input, ...result } of batch) {
      const { stopped, alike } = batch.summary;
      const isFinal = !result.ok && result.error.code === stopped;
      if (!result.ok && result.error === budget.rejection) outcome.isSpent = true;
      else if (isFinal && stopped !== 'aborted') outcome.stopped ??= result.error;
      if (isFinal && alike !== undefined) outcome.alike = alike;
      // No line for an error of every further request: a later run has to repeat this value.
      if (!isFinal || alike !== undefined) {
        sink.append(printedJson(recordOf(form, input.item, result)));
        count(outcome, input, result);
      }
      onProgress(outcome);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    outcome.broken = error;
  }
  if (outcome.isSpent) outcome.lost = budget.lost;
  return outcome;
}

/** Adds a value with a result of an earlier run to the numbers. */
function skip(tally: Tally, result: ResultKind): void {
  tally.skipped++;
  if (result === 'not_found') tally.skippedNotFound++;
  else if (result === 'invalid_argument') tally.skippedInvalid++;
}

/** Adds the result of a value to the numbers. */
function count(tally: Tally, input: Listed<Value>, result: LookupSuccess | LookupFailure): void {
  if (result.ok) tally.answered++;
  else if (result.error.code === 'not_found') tally.notFound++;
  else if (result.error.code === 'invalid_argument') {
    tally.invalid++;
    if (tally.firstInvalid.length < SHOWN) tally.firstInvalid.push(input);
  } else tally.failed.set(result.error.code, (tally.failed.get(result.error.code) ?? 0) + 1);
}

/** The consultations that a batch may spend. */
interface Budget {
  /** Waits until it is known whether one more request is allowed. */
  allows(): Promise<boolean>;
  /** Counts the requests of a call until its result shows that the last one was free. Each has to use this `fetch`. */
  spend(call: (fetch: Fetch) => Promise<LookupSuccess | LookupFailure>): Promise<LookupSuccess | LookupFailure>;
  /** Requests without a complete response. */
  lost: number;
  /** The error of a call that may not repeat a request. */
  rejection: VehicleLookupError;
}

type Fetch = NonNullable<CallOptions['fetch']>;

/** Counts the requests that were charged, may have been charged, or are on their way. */
function createBudget(most: number): Budget {
  let spent = 0;
  /** Calls in progress. Each may spend one more. */
  let running = 0;
  let wake = (): void => {};
  const rejection = new VehicleLookupError('quota_exhausted', 'batch', '--max-consultations is reached.');

  const createFetch = (): Fetch => {
    let isLost = false;
    return async (address, init) => {
      if (isLost) {
        spent++;
        budget.lost++;
      }
      if (spent + running > most) throw rejection;
      isLost = true;
      const response = await fetch(address, init);
      // A success is repeated only if its body broke off.
      isLost = response.ok;
      return response;
    };
  };
  const budget: Budget = {
    rejection,
    lost: 0,
    async allows() {
      while (spent + running >= most && running > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return spent < most;
    },
    async spend(call) {
      running++;
      const known = await call(createFetch());
      running--;
      const isLost = !known.ok && isPerhapsCharged(known.error);
      if (isLost) budget.lost++;
      if (known.ok || isLost) spent++;
      wake();
      return known;
    },
  };
  return budget;
}

/** True for a success that cannot be read, and for a request without a response. */
const isPerhapsCharged = ({ code }: LookupFailure['error']): boolean =>
  ['invalid_response', 'timeout', 'aborted', 'network'].includes(code);
