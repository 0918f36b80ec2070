import { StorageError, withStorageErrors } from '../sqlite/storage-error.ts';
import { LineSplitter } from './lines.ts';
import { Loader } from './loader.ts';
import type { PrefixHash } from './prefix-hash.ts';
import { LONGEST_LINE } from './read-line.ts';
import { type RunState, writeRun } from './run.ts';
import type { ImportSource } from './source.ts';
import { StoppedError } from './stopped-error.ts';
import type { Workplace } from './workplace.ts';

export interface LoadOptions {
  /** Lines a transaction. */
  batch: number;
  /** Wrong lines are left out, and the others load. */
  skipBadLines: boolean;
  /** Called with the bytes that are read. */
  onProgress(bytes: number): void;
}

/**
 * Loads what the file holds behind the last checkpoint, a transaction and a checkpoint every `batch` lines. Completes
 * the catalogue unless what was read is refused.
 * @param prefix the hash of what is read already
 * @throws StoppedError when the disk is full or fails
 */
export async function load(
  { db, state }: Workplace,
  source: ImportSource,
  prefix: PrefixHash,
  { batch, skipBadLines, onProgress }: LoadOptions,
): Promise<void> {
  let saved = state.line;
  /** The work of one turn; the transaction is open before and after it. */
  const turn = (work: () => void): void => {
    try {
      withStorageErrors(db.location() ?? 'a temporary file', work);
    } catch (error) {
      throw error instanceof StorageError ? new StoppedError(error, saved) : error;
    }
  };
  const save = (line: number): void => {
    writeRun(db, Object.assign(state, { sha256: prefix.hex(), byte: prefix.bytes, line }));
    db.exec('COMMIT');
    saved = line;
  };

  const loader = new Loader(db, state);
  const splitter = new LineSplitter(LONGEST_LINE, state);
  let last = state.line;
  turn(() => db.exec('BEGIN IMMEDIATE'));
  for await (const chunk of source.read(state.byte)) {
    turn(() => {
      const start = prefix.bytes;
      for (const line of splitter.push(chunk)) {
        loader.read(line);
        last = line.number;
        if (last % batch !== 0) continue;
        prefix.add(chunk, start, line.end);
        save(last);
        db.exec('BEGIN IMMEDIATE');
      }
      prefix.add(chunk, start);
    });
    onProgress(prefix.bytes);
  }
  turn(() => {
    for (const line of splitter.end()) {
      loader.read(line);
      last = line.number;
    }
    loader.finish();
    state.finished = isWanted(state, skipBadLines);
    if (state.finished) loader.complete();
    save(last);
  });
}

/** An empty catalogue is a mistake: a pipe whose beginning failed looks like that. */
function isWanted({ wrong, counts }: RunState, skipBadLines: boolean): boolean {
  return (wrong === 0 || skipBadLines) && Object.values(counts).some((count) => count > 0);
}
