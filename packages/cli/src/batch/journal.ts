import { createReadStream, realpathSync, statSync } from 'node:fs';
import { UsageError } from '@vehicle-lookup/toolkit/command-line';
import { type RecordForm, type ResultKind, readRecord } from './record.ts';
import { openSink, outputError, replaceFile, type Sink } from './sink.ts';
import { splitLines } from './values.ts';

/**
 * Opens the output file of an earlier batch to continue the batch. Removes an incomplete last line and the failures, because
 * their values are requested again.
 * @returns the sink and the results, keyed by value identity
 * @throws UserError if a line is not from such a batch; the file stays unchanged
 */
export async function resumeJournal(
  file: string,
  form: RecordForm,
): Promise<{ sink: Sink; results: Map<string, ResultKind> }> {
  const results = new Map<string, ResultKind>();
  let dropped = 0;
  try {
    // A device may be endless, and a pipe cannot be read twice.
    if (!statSync(file).isFile()) throw new UsageError(`--output: ${file} is not a regular file; choose another file`);
    for await (const { identity = '', result } of records(file, form)) {
      if (result && !results.has(identity)) results.set(identity, result);
      else dropped++;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw outputError(file, error);
  }
  if (dropped > 0) {
    const path = realpathSync(file);
    const kept = new Set<string>();
    const write = async (sink: Sink) => {
      for await (const { line, identity = '', result } of records(path, form)) {
        if (result && !kept.has(identity)) sink.append(line);
        if (result) kept.add(identity);
      }
    };
    await replaceFile(path, write, statSync(path).mode);
  }
  return { sink: openSink(file, 'a'), results };
}

/** Reads the lines of a journal with their results, if any. @throws UsageError for a line that is not from such a batch */
export async function* records(
  file: string,
  form: RecordForm,
): AsyncGenerator<{ line: string; identity?: string; result?: ResultKind }> {
  let number = 0;
  for await (const { line, whole } of splitLines(createReadStream(file, 'utf8'))) {
    number++;
    const torn = !whole && isBeginning(line, form);
    const record = torn ? undefined : readRecord(line, form);
    if (typeof record === 'string') {
      const expected = `a result of ${form.operation} with ${form.member}`;
      throw new UsageError(`--output: ${file}:${number}: expected ${expected}, found ${record}; choose another file`);
    }
    yield { line, ...record };
  }
}

/** Returns whether an incomplete line, of any length, is the beginning of a record. */
function isBeginning(line: string, { operation, parameter }: RecordForm): boolean {
  const start = `${JSON.stringify({ operation }).slice(0, -1)},${JSON.stringify(parameter)}:`;
  // After a power failure, some file systems pad files with NUL characters.
  const [, text] = /^([^\0]*)\0*$/.exec(line) ?? [];
  return line.startsWith(start) || (text !== undefined && start.startsWith(text));
}
