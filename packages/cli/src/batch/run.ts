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
  /** Results of earlier runs, keyed by value identity. */
  earlier: ReadonlyMap<string, ResultKind>;
  lookup(value: Value, options: CallOptions): Promise<LookupOutcome>;
  form: RecordForm;
  sink: Sink;
  options: Pick<BatchCommandOptions, 'concurrency' | 'maxConsultations' | 'keepGoing'>;
  signals: Pick<Signals, 'stop' | 'abort'>;
  onProgress(tally: Tally): void;
}

/** Counts of the values in a batch. */
export interface Tally {
  /** Numbers of values with a new result, keyed by `answered` or the error code. */
  results: Map<string, number>;
  /** Numbers of values with a result from an earlier run, keyed by result. */
  skipped: Map<ResultKind, number>;
  /** First values that were rejected without a request, because they are invalid according to the document. */
  firstInvalid: Listed<Value>[];
  requested: number;
}

export interface BatchOutcome extends Tally {
  /** Error that every further request would also return. */
  stopped?: LookupFailure['error'];
  /** Number of initial requests that failed with the same error, if the batch stopped for this reason. */
  alike?: number;
  /** Whether the batch has spent all permitted consultations. */
  isSpent?: true;
  /** Number of requests that may have been charged, although they received no complete response. */
  lost?: number;
  /** Error in the list or the output that ended the batch. */
  broken?: UserError;
  /** Result lines that could not be written to the output. */
  unwritten?: string[];
}

/** Returns the sum of counts, except for some kinds. */
export const sumOf = (counts: ReadonlyMap<string, number>, ...without: string[]): number =>
  [...counts].reduce((sum, [kind, count]) => (without.includes(kind) ? sum : sum + count), 0);

/** Maximum number of invalid values in a summary. */
const SHOWN = 3;

/**
 * Sends a request for every value without a result, and writes a line for each result, in the order of the responses.
 * @throws errors other than a UserError
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
      // If an error would affect every further request, it is not written, so that a later run requests the value again.
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

/** Limits the consultations of a batch. Counts requests that were charged, may have been charged, or are in progress. */
class Budget {
  /** Number of requests without a complete response. */
  lost = 0;
  /** Error for a call whose retry would exceed the limit. */
  readonly rejection = new VehicleLookupError('quota_exhausted', 'batch', '--max-consultations is reached.');
  private readonly most: number;
  private spent = 0;
  /** Calls in progress. Each call may spend one more consultation. */
  private readonly running = new Set<Promise<LookupOutcome>>();

  constructor(most: number) {
    this.most = most;
  }

  /** Returns whether one more request is permitted. If necessary, the method waits for calls in progress. */
  async allows(): Promise<boolean> {
    while (this.spent + this.running.size >= this.most && this.running.size > 0) await Promise.race(this.running);
    return this.spent < this.most;
  }

  /** Counts the consultations that a call spends. The call must send all requests with the given `fetch`. */
  spend(call: (fetch: Fetch) => Promise<LookupOutcome>): Promise<LookupOutcome> {
    let isRepeated = false;
    const countedFetch: Fetch = async (address, init) => {
      if (isRepeated) this.addLost();
      if (this.spent + this.running.size > this.most) throw this.rejection;
      isRepeated = true;
      const response = await fetch(address, init);
      // A successful response is followed by a retry only if its body was incomplete.
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

/** Errors after which a request may have been charged: an unreadable successful response, or no response. */
const PERHAPS_CHARGED = ['invalid_response', 'timeout', 'aborted', 'network'];
