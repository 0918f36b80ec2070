import { rmSync, statSync } from 'node:fs';
import type { Command } from '@vehicle-lookup/command-line';
import { EXIT, exitCodeOf } from '../exit-code.ts';
import { type CommandOperation, commandName } from '../operation.ts';
import type { BatchCommandOptions, CommonOptions } from '../options.ts';
import type { ServiceAccess } from '../service.ts';
import { createJournal, resumeJournal } from './journal.ts';
import { barStream, progressBar, summary } from './progress.ts';
import type { RecordForm } from './record.ts';
import { runBatch } from './run.ts';
import type { Sink } from './sink.ts';
import { distinct, readValues } from './values.ts';

/**
 * Makes a request for every value of a list and writes a line for each result.
 * @param from a file, or - for standard input
 * @returns the exit code
 * @throws UserError before the first request when list or output cannot be used
 */
export async function runBatchCommand(
  operation: CommandOperation,
  from: string,
  options: BatchCommandOptions & Pick<CommonOptions, 'raw'>,
  { lookup, identify }: ServiceAccess,
  say: Command['say'],
): Promise<number> {
  const [input] = operation.inputs;
  if (!input) throw new Error(`${operation.id} takes no value`);
  const name = commandName(operation);
  const output = options.output === '-' ? undefined : options.output;
  const form: RecordForm = {
    operation: operation.id,
    parameter: input.name,
    member: options.raw ? 'body' : 'data',
    identify: (value) => identify(operation, [value]),
  };
  const values = (signal: AbortSignal) => distinct(readValues(from, signal), input, form.identify);
  const total = isStream(from) ? undefined : await count(values(new AbortController().signal));
  const { sink, answered } = await openOutput(output, options.resume, form);
  const signals = stopOnSignals(say);
  const bar = progressBar(barStream(options), name, total);
  try {
    const outcome = await runBatch({
      values: values(signals.stop.signal),
      answered,
      lookup: (value, call) => lookup(operation, [value], call),
      form,
      sink,
      concurrency: options.concurrency ?? 4,
      abort: signals.abort.signal,
      onProgress: bar.update,
    }).finally(bar.stop);
    const { stopped, broken, requested, failed } = outcome;
    if (broken && requested === 0) {
      // An empty file would be in the way of the next attempt.
      if (output !== undefined && !options.resume) rmSync(output, { force: true });
      throw broken;
    }
    const interrupted = signals.exitCode();
    say(`${name}: ${summary(outcome, total, interrupted !== undefined, output !== undefined)}`);
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

/** True for a list that can be read only once. Any other list is counted first, so that an unreadable list is refused. */
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

async function openOutput(
  file: string | undefined,
  resume: true | undefined,
  form: RecordForm,
): Promise<{ sink: Sink; answered: ReadonlySet<string> }> {
  if (file === undefined) return { sink: standardOutput, answered: new Set() };
  return resume ? resumeJournal(file, form) : { sink: createJournal(file), answered: new Set() };
}

const standardOutput: Sink = {
  append: (line) => {
    process.stdout.write(`${line}\n`);
  },
  close: () => {},
};

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** How a user ends a batch. */
interface Signals {
  /** Aborted by the first signal: no new request. Requests in progress continue, because they may be charged already. */
  stop: AbortController;
  /** Aborted by the second signal: requests in progress are cancelled. */
  abort: AbortController;
  /** The exit code for a shell after a signal; undefined without one. */
  exitCode(): number | undefined;
  /** Stops listening. */
  release(): void;
}

/** Listens for the signals that end a program. */
function stopOnSignals(say: Command['say']): Signals {
  const stop = new AbortController();
  const abort = new AbortController();
  let exitCode: number | undefined;
  const listen = (signal: NodeJS.Signals) => {
    if (exitCode !== undefined) return abort.abort();
    exitCode = CODES[signal as keyof typeof CODES];
    stop.abort();
    // The current line of a terminal contains the bar or ^C.
    if (process.stderr.isTTY) console.error();
    say('stopping; waiting for the requests in progress. Send the signal again to stop at once');
  };
  for (const signal of Object.keys(CODES)) process.on(signal, listen);
  return {
    stop,
    abort,
    exitCode: () => exitCode,
    release: () => {
      for (const signal of Object.keys(CODES)) process.off(signal, listen);
    },
  };
}
