import { pool } from './batch-pool.ts';
import { type ErrorCode, VehicleLookupError } from './errors.ts';
import type { CallOptions } from './options.ts';

/** An error that every further request would meet, too. */
type Final = Extract<ErrorCode, 'unauthorized' | 'forbidden_by_plan' | 'quota_exhausted' | 'aborted'>;
const FINAL: Final[] = ['unauthorized', 'forbidden_by_plan', 'quota_exhausted', 'aborted'];

export interface BatchOptions {
  /** Requests at the same time, 4 unless given. */
  concurrency?: number;
  /** Bring the items in the order of the inputs; otherwise each comes as soon as it is there. */
  ordered?: boolean;
  /** Ends the batch: requests under way become items with the error `aborted`, no other is made. */
  signal?: AbortSignal;
  /** Called before each item is handed over. What it throws ends the iteration. */
  onProgress?(summary: BatchSummary): void;
}

/** What became of the inputs so far. */
export interface BatchSummary {
  /** Items that were handed over, by what they are. */
  succeeded: number;
  failed: number;
  /** Inputs without an item: at the end those that were not asked. Unknown where the inputs have no length. */
  left?: number;
  /** Why no further request is made; absent where every input is asked. */
  stopped?: Final;
}

/** Items as they come. It can be iterated once; to leave the loop ends the requests that are under way. */
export interface Batch<Item> extends AsyncIterable<Item> {
  readonly summary: BatchSummary;
}

/** What an input brought: a success or a failure, as `safe()` gives it. */
export type BatchItem<Input, Result> = Result & { index: number; input: Input };

/** A text is iterable, too, and excluded. */
type Inputs<Input> = (Iterable<Input> | AsyncIterable<Input>) & object;

/** A call whose `safe()` tells success from failure. */
type Asking<Result> = { safe(): Promise<Result> };
type Either = { ok: true } | { ok: false; error: VehicleLookupError };

/** Decodes many VINs, see `lookupMany`. */
export const decodeMany = <Result extends Either>(
  client: { decodeVin(vin: string, options: CallOptions): Asking<Result> },
  vins: Inputs<string>,
  options?: BatchOptions,
): Batch<BatchItem<string, Result>> => lookupMany(vins, (vin, call) => client.decodeVin(vin, call), options);

/**
 * Asks for many inputs, several at a time. A failure is an item; one that all others would share stops the batch. No
 * more inputs are read than requests are allowed at a time, and no request begins while nobody waits for an item. The
 * same input twice is asked twice.
 * @param ask makes the request of one input: `(carId, options) => client.getFluids(carId, options)`
 * @throws VehicleLookupError `invalid_argument` when inputs or concurrency are not what they should be
 */
export function lookupMany<Input, Result extends Either>(
  inputs: Inputs<Input>,
  ask: (input: Input, options: CallOptions) => Asking<Result>,
  { concurrency = 4, ordered = false, signal, onProgress }: BatchOptions = {},
): Batch<BatchItem<Input, Result>> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) throw unfit('concurrency: expected an integer from 1.');
  if (!isList(inputs)) throw unfit('inputs: expected an array or another iterable, not a text.');
  const total = Array.isArray(inputs) ? inputs.length : inputs instanceof Set ? inputs.size : undefined;
  const counts = { succeeded: 0, failed: 0 };
  let stopped: BatchSummary['stopped'];
  const summary = (): BatchSummary => ({
    ...counts,
    ...(total !== undefined && { left: total - counts.succeeded - counts.failed }),
    ...(stopped && { stopped }),
  });

  async function* run(): AsyncGenerator<BatchItem<Input, Result>, void> {
    const halt = new AbortController();
    const cancel = new AbortController();
    const stop = (code: Final) => {
      stopped ??= code;
      halt.abort();
    };
    const abort = () => {
      stop('aborted');
      cancel.abort(signal?.reason);
    };
    const work = async (input: Input, index: number) => {
      const result = await ask(input, { signal: cancel.signal }).safe();
      const final = FINAL.find((code) => !result.ok && code === result.error.code);
      if (final) stop(final);
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

/** A text is iterable, too, but a batch of its characters is nobody's intention. */
const isList = (inputs: unknown): boolean =>
  typeof inputs === 'object' && inputs !== null && (Symbol.iterator in inputs || Symbol.asyncIterator in inputs);

const unfit = (what: string): VehicleLookupError => new VehicleLookupError('invalid_argument', 'batch', what);
