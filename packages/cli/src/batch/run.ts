import type { CallOptions } from '@vehicle-lookup/client';
import { lookupMany } from '@vehicle-lookup/client/batch';
import { UserError } from '@vehicle-lookup/command-line';
import { printedJson } from '../output/json.ts';
import type { LookupCall, LookupFailure, LookupSuccess, Value } from '../service.ts';
import { type RecordForm, recordOf } from './record.ts';
import type { Sink } from './sink.ts';

export interface BatchRun {
  values: AsyncIterable<Value>;
  /** The identities of the values that already have a result. */
  answered: ReadonlySet<string>;
  lookup(value: Value, options: CallOptions): LookupCall;
  form: RecordForm;
  sink: Sink;
  /** Requests at the same time. */
  concurrency: number;
  /** Cancels the requests in progress. */
  abort: AbortSignal;
  onProgress(tally: Tally): void;
}

/** Numbers of values. */
export interface Tally {
  answered: number;
  failed: number;
  /** With a result of an earlier run. */
  skipped: number;
  /** Values with a request. Those that are neither answered nor failed have no line. */
  requested: number;
}

export interface BatchOutcome extends Tally {
  /** The error that every further request would get, too. */
  stopped?: LookupFailure['error'];
  /** The error of the list or the output that ended the batch. */
  broken?: UserError;
}

/**
 * Makes a request for every value without a result. Writes a line for each result, in the order of the responses.
 * @throws errors that are not a UserError
 */
export async function runBatch(batchRun: BatchRun): Promise<BatchOutcome> {
  const { values, answered, lookup, form, sink, concurrency, abort, onProgress } = batchRun;
  const outcome: BatchOutcome = { answered: 0, failed: 0, skipped: 0, requested: 0 };

  async function* pending(): AsyncGenerator<Value> {
    for await (const value of values) {
      if (answered.has(form.identify(value))) outcome.skipped++;
      else yield value;
    }
  }

  const countedLookup: typeof lookup = (value, call) => {
    outcome.requested++;
    return lookup(value, call);
  };
  const batch = lookupMany<Value, LookupSuccess | LookupFailure>(pending(), countedLookup, {
    concurrency,
    signal: abort,
  });
  try {
    for await (const { input, ...result } of batch) {
      const { stopped } = batch.summary;
      if (!result.ok && result.error.code === stopped) {
        // No line: a later run has to repeat this value.
        if (stopped !== 'aborted') outcome.stopped ??= result.error;
      } else {
        sink.append(printedJson(recordOf(form, input, result)));
        outcome[result.ok ? 'answered' : 'failed']++;
      }
      onProgress(outcome);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    outcome.broken = error;
  }
  return outcome;
}
