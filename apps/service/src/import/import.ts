import type { DataFolder } from '../data-folder.ts';
import { UserError } from '../user-error.ts';
import { catalogueChecksum } from './checksum.ts';
import { load } from './load.ts';
import { PrefixHash } from './prefix-hash.ts';
import type { Counts, RunState } from './run.ts';
import { type ImportSource, openSource } from './source.ts';
import { discardUnfinished, leftWorkplace, newWorkplace, publish, scratchWorkplace } from './workplace.ts';
import type { WrongLine } from './wrong-line.ts';

export interface ImportOptions {
  folder: DataFolder;
  /** A path, or `-` for standard input. */
  file: string;
  /** Goes on where an import of this file was left. */
  resume?: boolean;
  /** Reads and checks all of the file, and writes nothing to the data folder. */
  dryRun?: boolean;
  /** Leaves wrong lines out and loads the others; otherwise one wrong line refuses the file. */
  skipBadLines?: boolean;
  /** Lines a transaction. */
  batch?: number;
  /** Called with the bytes that are read, and the bytes of the file where they are known. */
  onProgress?(bytes: number, size: number | undefined): void;
}

export interface ImportReport {
  /** The version that answers now; undefined: the one that answered before does. */
  version?: string;
  /** SHA-256 over the content of the catalogue, the same for the same file. */
  checksum?: string;
  lines: number;
  counts: Counts;
  /** Wrong lines; the first of them in detail. */
  wrong: number;
  wrongLines: WrongLine[];
}

export const DEFAULT_BATCH = 10_000;

/**
 * Loads a file of NDJSON (demo/FORMAT.md) into a new version of the catalogue and makes it the one that answers, at once and
 * as a whole. The old one answers until then, and after it where the report names no version.
 * @throws UserError when the file cannot be read or resumed, or the disk is full
 */
export async function importCatalogue(options: ImportOptions): Promise<ImportReport> {
  const { folder, file, resume = false, dryRun = false, skipBadLines = false, batch = DEFAULT_BATCH } = options;
  const source = openSource(file);
  if (resume && source.path === undefined) {
    throw new UserError(`${source.name} cannot be resumed: what was read from it is gone. Give a file`, 2);
  }
  const left = () => leftWorkplace(folder, (state) => prefixOf(source, state));
  const work = await (dryRun ? scratchWorkplace() : resume ? left() : newWorkplace(folder));
  const { db, state } = work;
  try {
    const prefix = await prefixOf(source, state);
    const onProgress = (bytes: number) => options.onProgress?.(bytes, source.size);
    if (!state.finished) await load(work, source, prefix, { batch, skipBadLines, onProgress });
    const report = {
      lines: state.line,
      counts: state.counts,
      wrong: state.wrong,
      wrongLines: state.wrongLines.toSorted((a, b) => a.line - b.line),
    };
    if (dryRun) return report;
    if (!state.finished) {
      db.close();
      discardUnfinished(folder);
      return report;
    }
    const checksum = catalogueChecksum(db);
    await publish(folder, work);
    return { version: state.version, checksum, ...report };
  } finally {
    work.close();
  }
}

/** @throws UserError when the file does not begin with what was imported */
async function prefixOf({ name, path }: ImportSource, state: RunState): Promise<PrefixHash> {
  const prefix = await PrefixHash.ofFile(path ?? '', state.byte);
  if (prefix.bytes === state.byte && (state.byte === 0 || prefix.hex() === state.sha256)) return prefix;
  throw new UserError(
    `${name}: not the file whose import was interrupted; its first ${state.byte} bytes (${state.line} lines) differ. ` +
      'Give that file, or start anew without --resume',
  );
}
