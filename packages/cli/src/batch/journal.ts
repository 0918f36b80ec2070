import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
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
 * @returns the values that are answered in it, as the form identifies them
 * @throws CommandError where a line is not of such a batch; then the file is as it was
 */
export async function resumeJournal(file: string, form: RecordForm): Promise<{ sink: Sink; answered: Set<string> }> {
  const answered = new Set<string>();
  let dropped = 0;
  try {
    // A device may have no end, and a pipe no beginning.
    if (!statSync(file).isFile()) throw new CommandError(`--output: ${file} is no regular file; choose another one`);
    for await (const { identity, keep } of records(file, form)) {
      if (keep && !answered.has(identity)) answered.add(identity);
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
  identity: string;
  keep: boolean;
}

async function* records(file: string, form: RecordForm): AsyncGenerator<Line> {
  const start = opening(form);
  let number = 0;
  for await (const { line, whole } of splitLines(createReadStream(file, 'utf8'))) {
    number++;
    const torn = !whole && isBeginning(line, start);
    const record = torn ? undefined : readRecord(line, form);
    if (typeof record === 'string') {
      const expected = `a line of vehicle-lookup that holds ${form.operation} with ${form.member}`;
      throw new CommandError(`--output: ${file}:${number}: expected ${expected}, found ${record}; choose another file`);
    }
    yield { line, identity: record?.identity ?? '', keep: record?.answered ?? false };
  }
}

/** Whether a line without an end begins as all lines do, however little is there. */
function isBeginning(line: string, start: string): boolean {
  // Some file systems leave NULs where a power failure took the text.
  const [, text] = /^([^\0]*)\0*$/.exec(line) ?? [];
  return line.startsWith(start) || (text !== undefined && start.startsWith(text));
}

/** Writes the answers beside the file and puts that in its place: at any moment one of the two is whole. */
async function rewrite(file: string, form: RecordForm): Promise<void> {
  const path = realpathSync(file);
  const beside = `${path}.${randomUUID()}.tmp`;
  const kept = new Set<string>();
  try {
    const { mode } = statSync(path);
    const sink = openSink(beside, 'ax', mode);
    try {
      // What the user's mask took from it.
      chmodSync(beside, mode);
      for await (const { line, identity, keep } of records(path, form)) {
        if (keep && !kept.has(identity)) sink.append(line);
        if (keep) kept.add(identity);
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
