import { existsSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, UsageError } from '@vehicle-lookup/toolkit/command-line';
import { readAllowance } from '../account/allowance.ts';
import { EXIT, exitCodeOf } from '../exit-code.ts';
import { type CommandOperation, commandName } from '../operation.ts';
import type { BatchCommandOptions, CommonOptions } from '../options.ts';
import type { ServiceAccess, Value } from '../service.ts';
import { writeBatchCsv } from './batch-csv.ts';
import { createJournal, resumeJournal } from './journal.ts';
import { lockFile } from './lock.ts';
import { agree } from './price.ts';
import { progressStream, showProgress } from './progress.ts';
import type { RecordForm, ResultKind } from './record.ts';
import { isPartial, runBatch } from './run.ts';
import { stopOnSignals } from './signals.ts';
import { outputError, type Sink } from './sink.ts';
import { summary } from './summary.ts';
import { distinct, type Listed, type ListRow, readValues } from './values.ts';

/** The options of a batch. */
type Options = BatchCommandOptions &
  Pick<CommonOptions, 'raw' | 'format' | 'fields' | 'headings' | 'decimal' | 'bom'> & { from: string };

/**
 * Makes a request for every value of a list and writes a line for each result.
 * @returns the exit code
 * @throws UserError before the first request when list or output cannot be used
 */
export async function runBatchCommand(
  operation: CommandOperation,
  options: Options,
  { lookup, identify, baseUrl, user }: ServiceAccess,
  say: Command['say'],
): Promise<number> {
  const [input] = operation.inputs;
  if (!input) throw new Error(`${operation.id} takes no value`);
  const { from, column, maxConsultations, resume, keepGoing } = options;
  const name = commandName(operation);
  const csv = options.format === 'csv' ? options.output : undefined;
  const journal = csv === undefined ? options.output : `${csv}.ndjson`;
  const output = journal === '-' ? undefined : journal;
  const form: RecordForm = {
    operation: operation.id,
    parameter: input.name,
    member: options.raw ? 'body' : 'data',
    retryNotFound: options.retryNotFound,
    identify: (value) => identify(operation, [value]),
  };
  const rows: ListRow[] = [];
  const values = (signal = new AbortController().signal, note?: (row: ListRow) => unknown) =>
    distinct(readValues({ from, column, parameter: input.name, signal }), { input, identify: form.identify, note });
  const read = { rows: 0, repeated: 0, blank: 0 };
  const note = (row: ListRow) => {
    read.rows++;
    if (row.isBlank) read.blank++;
    else if (row.isRepeated) read.repeated++;
    // The rows of CSV are in the order of the list.
    if (csv !== undefined) rows.push(row);
  };
  const total = isStream(from) ? undefined : await count(values(undefined, note));
  const continues = output !== undefined && resume === true && existsSync(output);
  if (!continues) rejectExisting(csv, output, resume === true);
  for (const file of [csv, output]) if (file !== undefined) rejectList(file, from);
  if (output !== undefined) lockFile(output);
  // A new file is created after the consent; one that is continued tells what is left.
  const continued = continues ? await resumeJournal(output, form) : undefined;
  const results = continued?.results ?? new Map<string, ResultKind>();
  const costs = ({ item }: Listed<Value>) => item !== '' && !results.has(form.identify(item));
  const open = total === undefined ? 0 : await count(values(), costs);
  const known = readAllowance({ baseUrl, user });
  if (!options.yes && !(await agree({ values: open, maxConsultations, known }))) {
    continued?.sink.close();
    say(`${name}: no request was made`);
    return EXIT.interrupted;
  }
  const sink = continued?.sink ?? (output === undefined ? standardOutput : createJournal(output));
  const signals = stopOnSignals(say);
  const progress = showProgress(progressStream(options), name, total);
  try {
    const outcome = await runBatch({
      values: values(signals.stop.signal, total === undefined ? note : undefined),
      results,
      lookup: (value, call) => lookup(operation, [value], call),
      form,
      sink,
      concurrency: options.concurrency ?? 4,
      maxConsultations,
      keepGoing,
      abort: signals.abort.signal,
      onProgress: progress.update,
    }).finally(progress.stop);
    const { stopped, broken, requested, isSpent } = outcome;
    if (broken && requested === 0) {
      // An empty file would be in the way of the next attempt.
      if (output !== undefined && !continues) rmSync(output, { force: true });
      throw broken;
    }
    if (csv !== undefined && output !== undefined) {
      const results = { journal: output, rows, file: csv, form, columns: operation.columns, fields: options.fields };
      const fault = await writeBatchCsv(results, options);
      if (fault) say(fault);
    }
    const isInterrupted = signals.exitCode() !== undefined;
    say(`${name}: ${summary(outcome, { total, isInterrupted, hasFile: output !== undefined, baseUrl, read })}`);
    if (broken) return EXIT.failed;
    if (stopped) return exitCodeOf(stopped.code);
    if (isSpent) return EXIT.quota;
    return signals.exitCode() ?? (isPartial(outcome) ? EXIT.partial : EXIT.ok);
  } finally {
    // A list that waits for input would keep the program alive.
    signals.stop.abort();
    signals.release();
    sink.close();
  }
}

/** True for a list that can be read only once. Any other list is counted first, so that an unreadable list is rejected. */
function isStream(from: string): boolean {
  if (from === '-') return true;
  const stats = statSync(from, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}

async function count<Item>(items: AsyncIterable<Item>, counts: (item: Item) => boolean = () => true): Promise<number> {
  let total = 0;
  for await (const item of items) if (counts(item)) total++;
  return total;
}

/** @throws UserError when a batch that does not continue a journal would write to a file that exists */
function rejectExisting(csv: string | undefined, output: string | undefined, isResumed: boolean): void {
  for (const file of [csv, output]) {
    if (file === undefined || !existsSync(file)) continue;
    if (isResumed)
      throw new UsageError(
        `--output: ${file} exists already, and there is no ${output} to continue; choose another file`,
      );
    throw outputError(file, { code: 'EEXIST' });
  }
}

/** @throws UsageError when an output is the list itself */
function rejectList(file: string, from: string): void {
  const [one, other] = [file, from].map((path) => statSync(path, { throwIfNoEntry: false }));
  const isSame = one && other ? one.dev === other.dev && one.ino === other.ino : resolve(file) === resolve(from);
  if (isSame) throw new UsageError(`--output: ${file} is the list of --from; choose another file`);
}

const standardOutput: Sink = {
  append: (line) => {
    process.stdout.write(`${line}\n`);
  },
  close: () => {},
};
