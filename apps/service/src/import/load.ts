import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import type {
  AddResult,
  CatalogueDraft,
  EntryCounts,
  EntryFault,
  ImportState,
  LinePlace,
  PlacedEntry,
} from '../catalogue/catalogue-draft.ts';
import { StorageError } from '../database/storage-error.ts';
import { addWrongLine, withValue } from './invalid-line.ts';
import type { EntryReader, ReadEntry } from './ndjson.ts';
import type { ImportSource, PrefixHash } from './source.ts';

interface LoadOptions {
  /** Lines between two checkpoints. */
  batch: number;
  /** Leaves wrong lines out and loads the others. */
  skipBadLines: boolean;
  /** An interrupted import can continue at its last checkpoint. */
  resumable: boolean;
  /** Called with the bytes that are read. */
  onProgress(bytes: number): void;
}

/**
 * Loads a file from the last checkpoint on, with a checkpoint every `batch` lines. Completes the draft unless the file is
 * rejected.
 * @param prefix the hash of what is read already
 * @throws StoppedError if the disk is full or fails
 */
export async function loadFile(
  draft: CatalogueDraft,
  source: ImportSource,
  reader: EntryReader,
  prefix: PrefixHash,
  options: LoadOptions,
): Promise<void> {
  const loader = new Loader(draft, options);
  const checkpoint = (): Promise<void> => loader.checkpoint({ sha256: prefix.hex(), byte: prefix.bytes });
  try {
    for await (const chunk of source.read(draft.state.byte)) {
      const start = prefix.bytes;
      for (const entry of reader.push(chunk)) {
        const added = loader.add(entry);
        if (added) await added;
        if (entry.line % options.batch !== 0) continue;
        prefix.add(chunk, start, entry.end);
        await checkpoint();
      }
      await loader.flush();
      prefix.add(chunk, start);
      options.onProgress(prefix.bytes);
    }
    for (const entry of reader.end()) await loader.add(entry);
    await loader.complete();
    await checkpoint();
  } catch (error) {
    throw error instanceof StorageError
      ? new StoppedError(error, options.resumable ? loader.savedLines : undefined)
      : error;
  }
}

/** Adds entries to a draft in groups, and counts them. */
class Loader {
  readonly #draft: CatalogueDraft;
  readonly #options: LoadOptions;
  #entries: PlacedEntry[] = [];
  #line: number;
  /** Lines up to the last checkpoint. */
  savedLines: number;

  constructor(draft: CatalogueDraft, options: LoadOptions) {
    this.#draft = draft;
    this.#options = options;
    this.#line = draft.state.line;
    this.savedLines = draft.state.line;
  }

  /** A promise only where there is something to wait for: most of millions of entries need none. */
  add({ line, byte, result }: ReadEntry): Promise<void> | undefined {
    // Brands of a CSV file come after its rows, with the line that names them first.
    this.#line = Math.max(this.#line, line);
    if (!result) return undefined;
    if ('entry' in result) {
      const { entry } = result;
      if (entry.kind !== 'note' && entry.kind !== 'origin') this.#entries.push({ line, byte, entry });
      return undefined;
    }
    return this.#addWrong({ line, byte }, result.faults);
  }

  async #addWrong(place: LinePlace, faults: Required<EntryFault>[]): Promise<void> {
    // Wrong lines are listed in their order.
    await this.flush();
    addWrongLine(this.#draft.state, place, faults);
  }

  async flush(): Promise<void> {
    if (this.#entries.length === 0) return;
    const result = await this.#draft.add(this.#entries);
    this.#entries = [];
    count(this.#draft.state, result);
  }

  async checkpoint(progress: Partial<ImportState>): Promise<void> {
    await this.flush();
    Object.assign(this.#draft.state, { ...progress, line: this.#line });
    await this.#draft.checkpoint();
    this.savedLines = this.#line;
  }

  /** Completes the draft, unless too much is wrong. */
  async complete(): Promise<void> {
    await this.flush();
    const { state } = this.#draft;
    count(state, await this.#draft.addWaiting());
    state.finished = isWanted(state, this.#options.skipBadLines);
    if (state.finished) await this.#draft.complete();
  }
}

function count(state: ImportState, { added, rejected }: AddResult): void {
  for (const kind of Object.keys(added) as (keyof EntryCounts)[]) state.counts[kind] += added[kind];
  for (const { entry, fault, ...place } of rejected) addWrongLine(state, place, [withValue(fault, entry)]);
}

/** An empty catalogue is a mistake, for example the output of a pipe whose first command failed. */
function isWanted({ wrong, counts }: ImportState, skipBadLines: boolean): boolean {
  return (wrong === 0 || skipBadLines) && Object.values(counts).some((count) => count > 0);
}

/** The disk stopped an import, while it loaded lines or at the switch. */
export class StoppedError extends UserError {
  /** @param savedLines how many lines the last checkpoint keeps; undefined: the import cannot be resumed */
  constructor(cause: unknown, savedLines: number | undefined) {
    const next =
      savedLines === undefined
        ? 'Run the same command again'
        : `${savedLines} lines of the new one are kept: to continue after them, run the same command with --resume`;
    super(`${explain(cause)}. The current catalogue is unchanged. ${next}`);
    this.cause = cause;
  }
}

/** A file that is about to be imported. */
export interface OpenImport {
  source: ImportSource;
  /** What the data are; the name of the version begins with it. */
  label?: string | undefined;
  /** Where the data come from, and under which terms. */
  origin?: string | undefined;
  /** An interrupted import can be resumed. */
  resumable: boolean;
  /** @throws UserError if a draft comes from another file */
  check(state: ImportState): Promise<unknown>;
  /** Loads everything that the draft does not have. */
  load(draft: CatalogueDraft, options: LoadOptions): Promise<void>;
}
