import type { CallOptions } from '@vehicle-lookup/client';
import { lookupMany } from '@vehicle-lookup/client/batch';
import type { Answer, Asked, Refusal, Value } from '../ask.ts';
import { type RecordForm, recordOf } from './record.ts';
import type { Sink } from './sink.ts';

export interface BatchOptions {
  values: AsyncIterable<Value>;
  /** What is answered already, as the form identifies it. */
  answered: ReadonlySet<string>;
  ask(value: Value, options: CallOptions): Asked;
  form: RecordForm;
  sink: Sink;
  /** Requests at a time. */
  concurrency: number;
  /** Lets go what is under way. */
  abort: AbortSignal;
  onProgress(tally: Tally): void;
}

/** How many values are where. */
export interface Tally {
  answered: number;
  failed: number;
  /** Were there before. */
  skipped: number;
  /** Were asked for without an answer, as the batch ended. */
  unfinished: number;
}

export interface BatchOutcome extends Tally {
  /** Why every further request would fail, too. */
  stopped?: Refusal['error'];
}

/**
 * Asks for every value that is not answered yet. Lines come in the order of the answers.
 * @throws what reading the values or writing the lines throws
 */
export async function runBatch(options: BatchOptions): Promise<BatchOutcome> {
  const { values, answered, ask, form, sink, concurrency, abort, onProgress } = options;
  const outcome: BatchOutcome = { answered: 0, failed: 0, skipped: 0, unfinished: 0 };

  async function* pending(): AsyncGenerator<Value> {
    for await (const value of values) {
      if (answered.has(form.identify(value))) outcome.skipped++;
      else yield value;
    }
  }

  const batch = lookupMany<Value, Answer | Refusal>(pending(), ask, { concurrency, signal: abort });
  for await (const { input, ...result } of batch) {
    const { stopped } = batch.summary;
    if (!result.ok && result.error.code === stopped) {
      // No line: what came of it is not said yet.
      outcome.unfinished++;
      if (stopped !== 'aborted') outcome.stopped ??= result.error;
    } else {
      sink.append(JSON.stringify(recordOf(form, input, result)));
      outcome[result.ok ? 'answered' : 'failed']++;
    }
    onProgress(outcome);
  }
  return outcome;
}
