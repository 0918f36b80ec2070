import type { CallOptions } from '@vehicle-lookup/client';
import { lookupMany } from '@vehicle-lookup/client/batch';
import type { Answer, Asked, Refusal, Value } from '../ask.ts';
import { CommandError } from '../command-error.ts';
import { printedJson } from '../output/json.ts';
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
  /** Were begun; those that are neither answered nor failed have no line. */
  asked: number;
}

export interface BatchOutcome extends Tally {
  /** Why every further request would fail, too. */
  stopped?: Refusal['error'];
  /** What broke off: the list or the output. */
  broken?: CommandError;
}

/**
 * Asks for every value that is not answered yet. Lines come in the order of the answers.
 * @throws what nobody has an explanation for
 */
export async function runBatch(options: BatchOptions): Promise<BatchOutcome> {
  const { values, answered, ask, form, sink, concurrency, abort, onProgress } = options;
  const outcome: BatchOutcome = { answered: 0, failed: 0, skipped: 0, asked: 0 };

  async function* pending(): AsyncGenerator<Value> {
    for await (const value of values) {
      if (answered.has(form.identify(value))) outcome.skipped++;
      else yield value;
    }
  }

  const counted: typeof ask = (value, call) => {
    outcome.asked++;
    return ask(value, call);
  };
  const batch = lookupMany<Value, Answer | Refusal>(pending(), counted, { concurrency, signal: abort });
  try {
    for await (const { input, ...result } of batch) {
      const { stopped } = batch.summary;
      if (!result.ok && result.error.code === stopped) {
        // No line: what came of it is not said yet.
        if (stopped !== 'aborted') outcome.stopped ??= result.error;
      } else {
        sink.append(printedJson(recordOf(form, input, result)));
        outcome[result.ok ? 'answered' : 'failed']++;
      }
      onProgress(outcome);
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    outcome.broken = error;
  }
  return outcome;
}
