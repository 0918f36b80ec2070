import { createReadStream, realpathSync, renameSync, rmSync } from 'node:fs';
import { CommandError } from '../command-error.ts';
import { opening, type RecordForm, readRecord } from './record.ts';
import { explain, openSink, type Sink } from './sink.ts';
import { splitLines } from './values.ts';

/**
 * Opens a file that does not exist yet.
 * @throws CommandError
 */
export const createJournal = (file: string): Sink => openSink(file, 'ax');

/**
 * Opens a file that a batch has written, for more. A torn last line and the failures leave it, as they are asked again.
 * @returns the values that are answered in it
 * @throws CommandError where a line is not of such a batch; then the file is as it was
 */
export async function resumeJournal(file: string, form: RecordForm): Promise<{ sink: Sink; answered: Set<string> }> {
  const answered = new Set<string>();
  let dropped = 0;
  try {
    for await (const { value, keep } of records(file, form)) {
      if (keep && !answered.has(value)) answered.add(value);
      else dropped++;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw explain(file, error);
  }
  if (dropped > 0) await rewrite(file, form);
  return { sink: openSink(file, 'a'), answered };
}

interface Line {
  line: string;
  value: string;
  keep: boolean;
}

async function* records(file: string, form: RecordForm): AsyncGenerator<Line> {
  const start = opening(form);
  let number = 0;
  for await (const { line, whole } of splitLines(createReadStream(file, 'utf8'))) {
    number++;
    const torn = !whole && (line.startsWith(start) || start.startsWith(line));
    const record = torn ? undefined : readRecord(line, form);
    if (typeof record === 'string') {
      const expected = `a line of vehicle-lookup that holds ${form.operation} with ${form.member}`;
      throw new CommandError(`--output: ${file}:${number}: expected ${expected}, found ${record}; choose another file`);
    }
    yield { line, value: record?.value ?? '', keep: record?.answered ?? false };
  }
}

/** Writes the answers beside the file and puts that in its place: at any moment one of the two is whole. */
async function rewrite(file: string, form: RecordForm): Promise<void> {
  const path = realpathSync(file);
  const beside = `${path}.tmp`;
  const kept = new Set<string>();
  try {
    rmSync(beside, { force: true });
    const sink = openSink(beside, 'ax');
    try {
      for await (const { line, value, keep } of records(path, form)) {
        if (keep && !kept.has(value)) sink.append(line);
        if (keep) kept.add(value);
      }
    } finally {
      sink.close();
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw explain(file, error);
  }
}
