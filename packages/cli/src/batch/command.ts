import { existsSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, UsageError, UserError } from '@vehicle-lookup/toolkit/command-line';
import { readAllowance } from '../account/allowance.ts';
import { EXIT, exitCodeOf } from '../exit-code.ts';
import { type CommandOperation, commandName } from '../operation.ts';
import type { BatchCommandOptions, CommonOptions } from '../options.ts';
import { serviceOf, type Value } from '../service.ts';
import { writeBatchCsv } from './batch-csv.ts';
import { resumeJournal } from './journal.ts';
import { lockFile } from './lock.ts';
import { agree, priceText } from './price.ts';
import { CLEAR_LINE, progressStream, showProgress } from './progress.ts';
import type { RecordForm, ResultKind } from './record.ts';
import { runBatch, sumOf } from './run.ts';
import { stopOnSignals } from './signals.ts';
import { openSink, outputError, type Sink } from './sink.ts';
import { summary } from './summary.ts';
import { distinct, type Listed, type ListRow, readValues } from './values.ts';

/**
 * Sends a request for every value in a list and writes a line for each result.
 * @returns the exit code
 * @throws UserError before the first request if the list or the output cannot be used
 */
export async function runBatchCommand(
  operation: CommandOperation,
  options: CommonOptions & BatchCommandOptions & { from: string },
  say: Command['say'],
): Promise<number> {
  const [input] = operation.inputs;
  if (!input) throw new Error(`${operation.id} takes no value`);
  const { from, column, maxConsultations } = options;
  const name = commandName(operation);
  const csv = options.format === 'csv' ? options.output : undefined;
  const journal = csv === undefined ? options.output : `${csv}.ndjson`;
  const output = journal === '-' ? undefined : journal;
  const bar = progressStream(options);
  const { lookup, identify, baseUrl, user } = serviceOf(options, (line, isLong) => {
    // The message replaces the progress line. The next result prints the progress line again below the message.
    if (isLong) bar?.write(CLEAR_LINE);
    if (!bar || isLong) say(line);
  });
  const form: RecordForm = {
    operation: operation.id,
    parameter: input.name,
    member: options.raw ? 'body' : 'data',
    retryNotFound: options.retryNotFound,
    identify: (value) => identify(operation, [value]),
  };
  const rows: ListRow[] = [];
  const read = { rows: 0, repeated: 0, blank: 0 };
  const note = (row: ListRow) => {
    read.rows++;
    if (row.isBlank) read.blank++;
    else if (row.isRepeated) read.repeated++;
    // CSV rows are in the order of the list.
    if (csv !== undefined) rows.push(row);
  };
  const reading = new AbortController();
  const values = distinct(readValues(from, input.name, column, reading.signal), input, form.identify, note);
  // Unless the list is a stream, it is read completely before the first request, so that an unreadable list is rejected early.
  const stats = from === '-' ? undefined : statSync(from, { throwIfNoEntry: false });
  const isStream = from === '-' || stats?.isFIFO() || stats?.isCharacterDevice();
  const list: Listed<Value>[] | undefined = isStream ? undefined : [];
  if (list) for await (const value of values) list.push(value);
  const continues = output !== undefined && options.resume === true && existsSync(output);
  const files = [csv, output].filter((file) => file !== undefined);
  const existing = continues ? undefined : files.find((file) => existsSync(file));
  if (existing !== undefined)
    throw options.resume
      ? new UsageError(
          `--output: ${existing} already exists, but there is no ${output} to continue; choose another file`,
        )
      : outputError(existing, { code: 'EEXIST' });
  for (const file of files) rejectList(file, from);
  if (output !== undefined) lockFile(output);
  // A new file is created only after confirmation. An existing file is read now, because it determines the remaining values.
  const continued = continues ? await resumeJournal(output, form) : undefined;
  const earlier = continued?.results ?? new Map<string, ResultKind>();
  const open = list?.filter(({ item }) => item !== '' && !earlier.has(form.identify(item))).length;
  if (open && !options.yes && !(await agree(priceText(open, maxConsultations, readAllowance({ baseUrl, user }))))) {
    continued?.sink.close();
    say(`${name}: no request was made`);
    return EXIT.interrupted;
  }
  const sink = continued?.sink ?? (output === undefined ? standardOutput : openSink(output, 'ax'));
  const signals = stopOnSignals(say);
  signals.stop.signal.addEventListener('abort', () => reading.abort());
  const progress = showProgress(bar, name, list?.length);
  try {
    const outcome = await runBatch({
      values: list ?? values,
      earlier,
      lookup: (value, call) => lookup(operation, [value], call),
      form,
      sink,
      options,
      signals,
      onProgress: progress.update,
    }).finally(progress.stop);
    const { stopped, requested, isSpent } = outcome;
    if (outcome.broken && requested === 0) {
      // An empty file would prevent the next attempt.
      if (output !== undefined && !continues) rmSync(output, { force: true });
      throw outcome.broken;
    }
    if (csv !== undefined && output !== undefined) {
      const fault = await writeBatchCsv(csv, output, rows, form, operation.columns, options).catch((error) => {
        if (!(error instanceof UserError)) throw error;
        outcome.broken = error;
      });
      if (fault) say(fault);
    }
    const isInterrupted = signals.exitCode() !== undefined;
    say(
      `${name}: ${summary(outcome, { total: list?.length, isInterrupted, hasFile: output !== undefined, baseUrl, read })}`,
    );
    for (const line of outcome.unwritten ?? []) standardOutput.append(line);
    if (outcome.broken) return EXIT.failed;
    if (stopped) return exitCodeOf(stopped.code);
    if (isSpent) return EXIT.quota;
    const without = sumOf(outcome.results, 'answered') + sumOf(outcome.skipped, 'answered');
    return signals.exitCode() ?? (without > 0 ? EXIT.partial : EXIT.ok);
  } finally {
    // A pending read would keep the program running.
    reading.abort();
    sink.close();
  }
}

/** @throws UsageError if the output file is the list itself */
function rejectList(file: string, from: string): void {
  const [one, other] = [file, from].map((path) => statSync(path, { throwIfNoEntry: false }));
  const isSame = one && other ? one.dev === other.dev && one.ino === other.ino : resolve(file) === resolve(from);
  if (isSame) throw new UsageError(`--output: ${file} is also the --from list; choose another file`);
}

const standardOutput: Sink = {
  append: (line) => {
    process.stdout.write(`${line}\n`);
  },
  close: () => {},
};
