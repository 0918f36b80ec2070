import { type CallOptions, type Fetch, VehicleLookupError } from '@vehicle-lookup/client';
import { lookupMany } from '@vehicle-lookup/client/batch';
import { printableJson, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { BatchCommandOptions } from '../options.ts';
import type { LookupFailure, LookupOutcome, Value } from '../service.ts';
import { type RecordForm, type ResultKind, recordOf } from './record.ts';
import type { Signals } from './signals.ts';
import type { Sink } from './sink.ts';
import type { Listed } from './values.ts';

export interface BatchRun {
  values: Iterable<Listed<Value>> | AsyncIterable<Listed<Value>>;
  /** The results of an earlier run, by the identity of their values. */
  earlier: ReadonlyMap<string, ResultKind>;
  lookup(value: Value, options: CallOptions): Promise<LookupOutcome>;
  form: RecordForm;
  sink: Sink;
  options: Pick<BatchCommandOptions, 'concurrency' | 'maxConsultations' | 'keepGoing'>;
  signals: Pick<Signals, 'stop' | 'abort'>;
  onProgress(tally: Tally): void;
}

/** Numbers of values. */
export interface Tally {
  /** Values with a result, by `answered` or the code of the error. */
  results: Map<string, number>;
  /** Values with a result of an earlier run, by that. */
  skipped: Map<ResultKind, number>;
  /** The first values that were rejected without a request, because the document does not allow them. */
  firstInvalid: Listed<Value>[];
  requested: number;
}

export interface BatchOutcome extends Tally {
  /** The error that every further request would also get. */
  stopped?: LookupFailure['error'];
  /** How many requests failed with this error, all at the beginning, if that is why the batch stopped. */
  alike?: number;
  /** True if the batch has spent as many consultations as it may. */
  isSpent?: true;
  /** Requests without a complete response, which the service may have charged. */
  lost?: number;
  /** The error of the list or the output that ended the batch. */
  broken?: UserError;
  /** Lines of requests in progress that the output did not take. */
  unwritten?: string[];
}

/** The sum of numbers, without those of some kinds. */
export const sumOf = (counts: ReadonlyMap<string, number>, ...without: string[]): number =>
  [...counts].reduce((sum, [kind, count]) => (without.includes(kind) ? sum : sum + count), 0);

/** Invalid values that a summary shows. */
const SHOWN = 3;

/**
 * Makes a request for every value without a result. Writes a line for each result, in the order of the responses.
 * @throws errors that are not a UserError
 */
export async function runBatch(batchRun: BatchRun): Promise<BatchOutcome> {
  const { values, earlier, lookup, form, sink, options, signals, onProgress } = batchRun;
  const { concurrency = 4, maxConsultations = Number.POSITIVE_INFINITY, keepGoing } = options;
  const outcome: BatchOutcome = { results: new Map(), skipped: new Map(), firstInvalid: [], requested: 0 };
  const budget = new Budget(maxConsultations);

  async function* pending(): AsyncGenerator<Listed<Value>> {
    for await (const value of values) {
      if (outcome.broken || signals.stop.signal.aborted) return;
      const kind = earlier.get(form.identify(value.item));
      if (kind) count(outcome.skipped, kind);
      else if (await budget.allows()) yield value;
      else {
        outcome.isSpent = true;
        return;
      }
    }
  }

  const ask = ({ item }: Listed<Value>, call: CallOptions) => {
    outcome.requested++;
    return { safe: () => budget.spend((fetch) => lookup(item, { ...call, fetch })) };
  };
  const batch = lookupMany<Listed<Value>, LookupOutcome>(pending(), ask, {
    concurrency,
    signal: signals.abort.signal,
    ...(keepGoing && { stopAfter: Number.POSITIVE_INFINITY }),
  });
  const write = (line: string) => {
    try {
      sink.append(line);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      outcome.broken = error;
      outcome.unwritten = [...(outcome.unwritten ?? []), line];
    }
  };
  try {
    sink.probe?.();
    for await (const { input, ...result } of batch) {
      const { stopped, alike } = batch.summary;
      const code = result.ok ? 'answered' : result.error.code;
      const isFinal = code === stopped;
      if (!result.ok && result.error === budget.rejection) outcome.isSpent = true;
      else if (!result.ok && isFinal && stopped !== 'aborted') outcome.stopped ??= result.error;
      if (isFinal && alike !== undefined) outcome.alike = alike;
      // No line for an error of every further request: a later run has to repeat this value.
      if (!isFinal || alike !== undefined) {
        write(printableJson(recordOf(form, input.item, result)));
        count(outcome.results, code);
        if (code === 'invalid_argument' && outcome.firstInvalid.length < SHOWN) outcome.firstInvalid.push(input);
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

function count<Kind>(counts: Map<Kind, number>, kind: Kind): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** The consultations that a batch may spend: those that were charged, may have been charged, or are on their way. */
class Budget {
  /** Requests without a complete response. */
  lost = 0;
  /** The error of a call that may not repeat a request. */
  readonly rejection = new VehicleLookupError('quota_exhausted', 'batch', '--max-consultations is reached.');
  private readonly most: number;
  private spent = 0;
  /** Calls in progress. Each may spend one more. */
  private readonly running = new Set<Promise<LookupOutcome>>();

  constructor(most: number) {
    this.most = most;
  }

  /** Waits until it is known whether one more request is allowed. */
  async allows(): Promise<boolean> {
    while (this.spent + this.running.size >= this.most && this.running.size > 0) await Promise.race(this.running);
    return this.spent < this.most;
  }

  /** Counts the requests of a call until its result shows that the last one was free. Each has to use this `fetch`. */
  spend(call: (fetch: Fetch) => Promise<LookupOutcome>): Promise<LookupOutcome> {
    let isRepeated = false;
    const countedFetch: Fetch = async (address, init) => {
      if (isRepeated) this.addLost();
      if (this.spent + this.running.size > this.most) throw this.rejection;
      isRepeated = true;
      const response = await fetch(address, init);
      // A success is repeated only if its body broke off.
      isRepeated = response.ok;
      return response;
    };
    const counted = call(countedFetch).then((result) => {
      this.running.delete(counted);
      if (result.ok) this.spent++;
      else if (PERHAPS_CHARGED.includes(result.error.code)) this.addLost();
      return result;
    });
    this.running.add(counted);
    return counted;
  }

  private addLost(): void {
    this.spent++;
    this.lost++;
  }
}

/** The errors of a success that cannot be read, and of a request without a response. */
const PERHAPS_CHARGED = ['invalid_response', 'timeout', 'aborted', 'network'];
