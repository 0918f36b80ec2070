import { type CallOptions, checkNames } from '../call/options.ts';
import { type ErrorCode, type OtherFailure, VehicleLookupError } from '../errors.ts';
import { pool } from './pool.ts';

/** Error codes that every further request would also return. */
const FINAL: ErrorCode[] = ['unauthorized', 'forbidden_by_plan', 'quota_exhausted', 'aborted'];

export interface BatchOptions {
  /** The number of concurrent requests. Default: 4. */
  concurrency?: number;
  /** Whether items are returned in input order. By default, each item is returned as soon as it is ready. */
  ordered?: boolean;
  /** Ends the batch: requests in progress produce items with the error `aborted`, and no further requests are made. */
  signal?: AbortSignal;
  /**
   * The batch stops if this number of requests at its beginning all fail with the same code, for example because the URL is incorrect. With
   * Infinity, the batch never stops. Default: 10, without counting `not_found`; an explicit number also counts `not_found`.
   */
  stopAfter?: number;
  /** Called before each item is returned. An error thrown by this function ends the iteration. */
  onProgress?(summary: BatchSummary): void;
}

/** The state of a batch. */
export interface BatchSummary {
  /** Items returned so far. */
  succeeded: number;
  failed: number;
  /** The number of inputs without an item; at the end, the number of inputs without a request. Absent if the total is unknown. */
  left?: number;
  /** The reason why no further requests are made; absent if a request is made for every input. */
  stopped?: ErrorCode;
  /** The number of requests that failed with the same code, if the batch stopped for that reason. */
  alike?: number;
}

/** The items of a batch, as an asynchronous iterator that can be used once. Leaving the loop cancels the requests in progress. */
export interface Batch<Item> extends AsyncIterable<Item> {
  readonly summary: BatchSummary;
}

/** The result for one input: a success or a failure, as returned by `safe()`. */
export type BatchItem<Input, Result> = Result & { index: number; input: Input };

/** Excludes strings, which are also iterable. */
type InputList<Input> = (Iterable<Input> | AsyncIterable<Input>) & object;

/** The result of an asynchronous function that makes calls. */
export type TaskOutcome<Value> = { ok: true; data: Value } | OtherFailure;

/** A call, as returned by a client method. */
type SafeCall<Result> = { safe(): Promise<Result> };
type OkOrFailed = { ok: true } | { ok: false; error: VehicleLookupError };

/** Decodes many VINs with `lookupMany`. Each decoded VIN costs one consultation. */
export const decodeMany = <Result extends OkOrFailed>(
  client: { decodeVin(vin: string, options: CallOptions): SafeCall<Result> },
  vins: InputList<string>,
  options?: BatchOptions,
): Batch<BatchItem<string, Result>> => lookupMany(vins, (vin, call) => client.decodeVin(vin, call), options);

/**
 * Makes a request for each input, several concurrently. A failure produces an item. A failure that would affect every further
 * request stops the batch. Reads only as many inputs as it may request concurrently, and makes requests only while the caller
 * waits for an item. An input that occurs twice causes two requests. Each success costs one consultation.
 * @param ask makes the request for one input: `(carId, options) => client.getFluids(carId, options)`. An asynchronous function may
 * make several requests and returns the `data` of the item. It must pass the options to each call.
 * @throws VehicleLookupError `invalid_argument` if the inputs or an option are invalid
 */
export function lookupMany<Input, Result extends OkOrFailed>(
  inputs: InputList<Input>,
  ask: (input: Input, options: CallOptions) => SafeCall<Result>,
  options?: BatchOptions,
): Batch<BatchItem<Input, Result>>;
export function lookupMany<Input, Value>(
  inputs: InputList<Input>,
  ask: (input: Input, options: CallOptions) => Promise<Value>,
  options?: BatchOptions,
): Batch<BatchItem<Input, TaskOutcome<Value>>>;
export function lookupMany<Input, Result extends OkOrFailed>(
  inputs: InputList<Input>,
  ask: (input: Input, options: CallOptions) => SafeCall<Result> | Promise<unknown>,
  options: BatchOptions = {},
): Batch<BatchItem<Input, Result>> {
  const { concurrency = 4, ordered = false, signal, stopAfter = 10, onProgress } = options;
  checkNames('batch', options, ['concurrency', 'ordered', 'signal', 'stopAfter', 'onProgress']);
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) throw invalid('concurrency: expected a positive integer.');
  if (!(stopAfter >= 1)) throw invalid('stopAfter: expected a number of at least 1.');
  if (!isList(inputs)) throw invalid('inputs: expected an array or another iterable, not a string.');
  const total = Array.isArray(inputs) ? inputs.length : inputs instanceof Set ? inputs.size : undefined;
  const counts = { succeeded: 0, failed: 0 };
  const beginning = alikeFailures(stopAfter);
  let stopped: BatchSummary['stopped'];
  let alike: number | undefined;
  const summary = (): BatchSummary => ({
    ...counts,
    ...(total !== undefined && { left: total - counts.succeeded - counts.failed }),
    ...(stopped && { stopped }),
    ...(alike !== undefined && { alike }),
  });

  async function* run(): AsyncGenerator<BatchItem<Input, Result>, void> {
    const halt = new AbortController();
    const cancel = new AbortController();
    const stop = (code: ErrorCode) => {
      stopped ??= code;
      halt.abort();
    };
    const abort = () => {
      stop('aborted');
      cancel.abort(signal?.reason);
    };
    const work = async (input: Input, index: number) => {
      const call = ask(input, { signal: cancel.signal });
      const result = await ('safe' in call ? call.safe() : (settle(call) as Promise<Result>));
      const code = result.ok ? undefined : result.error.code;
      // A service that responds with `not_found` is working.
      if (!code || (code === 'not_found' && options.stopAfter === undefined)) beginning.end();
      else if (FINAL.includes(code)) stop(code);
      else if (beginning.isReached(code) && !stopped) {
        alike = stopAfter;
        stop(code);
      }
      return { ...result, index, input };
    };
    try {
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      for await (const item of pool(inputs, work, { concurrency, ordered, halt: halt.signal })) {
        counts[item.ok ? 'succeeded' : 'failed']++;
        onProgress?.(summary());
        yield item;
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      cancel.abort();
    }
  }

  const items = run();
  return {
    get summary() {
      return summary();
    },
    [Symbol.asyncIterator]: () => items,
  };
}

/** Counts the failures at the beginning of a batch while all have the same code. Calls that fail before a request are not counted. */
function alikeFailures(limit: number) {
  let first: ErrorCode | undefined;
  let count = 0;
  let hasEnded = false;
  return {
    isReached(code: ErrorCode): boolean {
      if (code === 'invalid_argument' || hasEnded) return false;
      first ??= code;
      hasEnded = code !== first;
      return !hasEnded && ++count >= limit;
    },
    end(): void {
      hasEnded = true;
    },
  };
}

/** Converts the error of a call into a failure. @throws any other error */
const settle = (call: Promise<unknown>): Promise<OkOrFailed> =>
  call.then(
    (data) => ({ ok: true, data }),
    (error) => {
      if (error instanceof VehicleLookupError) return { ok: false, error };
      throw error;
    },
  );

/** Reports whether the inputs are iterable. Excludes strings, because a request for each character is never intended. */
const isList = (inputs: unknown): boolean =>
  typeof inputs === 'object' && inputs !== null && (Symbol.iterator in inputs || Symbol.asyncIterator in inputs);

const invalid = (what: string): VehicleLookupError => new VehicleLookupError('invalid_argument', 'batch', what);
