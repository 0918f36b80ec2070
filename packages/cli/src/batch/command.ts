import { rmSync, statSync } from 'node:fs';
import type { Service } from '../ask.ts';
import { CommandError, EXIT } from '../command-error.ts';
import { commandName } from '../commands.ts';
import { exitCodeOf } from '../exit-code.ts';
import type { Flags } from '../flags.ts';
import type { Say } from '../message.ts';
import type { Operation } from '../operation.ts';
import { readNumber } from '../settings.ts';
import { createJournal, resumeJournal } from './journal.ts';
import { barStream, progressBar } from './progress.ts';
import type { RecordForm } from './record.ts';
import { runBatch } from './run.ts';
import { stopOnSignals } from './signals.ts';
import type { Sink } from './sink.ts';
import { summary } from './summary.ts';
import { distinct, readValues } from './values.ts';

/**
 * Asks for every value of a list and writes a line for each.
 * @returns the exit code
 * @throws CommandError when list or output cannot be used, before anything is asked
 */
export async function runBatchCommand(
  operation: Operation,
  from: string,
  flags: Flags,
  { ask, identify }: Service,
  say: Say,
): Promise<number> {
  const [input] = operation.inputs;
  if (!input) throw new CommandError(`${operation.id} takes no value`);
  const name = commandName(operation);
  const concurrency = readNumber(flags, 'concurrency', 1, 64, /^\d+$/) ?? 4;
  const form: RecordForm = {
    operation: operation.id,
    parameter: input.name,
    member: flags.raw ? 'body' : 'data',
    identify: (value) => identify(operation, [value]),
  };
  const values = (signal: AbortSignal) => distinct(readValues(from, signal), input, form.identify);
  const total = isStream(from) ? undefined : await count(values(new AbortController().signal));
  const { sink, answered } = await openOutput(flags, form);
  const signals = stopOnSignals();
  const bar = progressBar(barStream(flags), name, total);
  try {
    const outcome = await runBatch({
      values: values(signals.stop.signal),
      answered,
      ask: (value, options) => ask(operation, [value], options),
      form,
      sink,
      concurrency,
      abort: signals.abort.signal,
      onProgress: bar.update,
    }).finally(bar.stop);
    const { stopped, broken, asked, failed } = outcome;
    if (broken && asked === 0) {
      // In the way of the same command with a better list.
      if (flags.output !== undefined && !flags.resume) rmSync(flags.output, { force: true });
      throw broken;
    }
    const interrupted = signals.exitCode();
    const said = summary(outcome, total, interrupted !== undefined, flags.output !== undefined);
    say(`${name}: ${said}`);
    if (broken) return EXIT.failed;
    if (stopped) return exitCodeOf(stopped.code);
    return interrupted ?? (failed > 0 ? EXIT.partial : EXIT.ok);
  } finally {
    // A list that waits for input would keep the program alive.
    signals.stop.abort();
    signals.release();
    sink.close();
  }
}

/** Whether a list can be read only once. Any other is counted first, so what cannot be read is refused by then. */
function isStream(from: string): boolean {
  if (from === '-') return true;
  const stats = statSync(from, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let total = 0;
  for await (const _ of items) total++;
  return total;
}

async function openOutput(flags: Flags, form: RecordForm): Promise<{ sink: Sink; answered: ReadonlySet<string> }> {
  if (flags.output === undefined) return { sink: standardOutput, answered: new Set() };
  if (flags.resume) return resumeJournal(flags.output, form);
  return { sink: createJournal(flags.output), answered: new Set() };
}

const standardOutput: Sink = {
  append: (line) => {
    process.stdout.write(`${line}\n`);
  },
  close: () => {},
};
