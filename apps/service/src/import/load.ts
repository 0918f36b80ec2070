import type { AddResult, CatalogueDraft, EntryCounts, ImportState, PlacedEntry } from '../stores/catalogue-draft.ts';
import { StorageError } from '../stores/storage-error.ts';
import { type Line, LineSplitter } from './lines.ts';
import type { PrefixHash } from './prefix-hash.ts';
import { LONGEST_LINE, readLine } from './read-line.ts';
import type { ImportSource } from './source.ts';
import { StoppedError } from './stopped-error.ts';
import { addWrongLine, withValue } from './wrong-line.ts';

export interface LoadOptions {
  /** Lines between two checkpoints. */
  batch: number;
  /** Leaves wrong lines out and loads the others. */
  skipBadLines: boolean;
  /** Called with the bytes that are read. */
  onProgress(bytes: number): void;
}

/**
 * Loads the file from the last checkpoint on, with a checkpoint every `batch` lines. Completes the draft unless the
 * file is refused.
 * @param prefix the hash of what is read already
 * @throws StoppedError if the disk is full or fails
 */
export async function load(
  draft: CatalogueDraft,
  source: ImportSource,
  prefix: PrefixHash,
  options: LoadOptions,
): Promise<void> {
  let savedLines = draft.state.line;
  const checkpoint = async (line: number): Promise<void> => {
    Object.assign(draft.state, { sha256: prefix.hex(), byte: prefix.bytes, line });
    await draft.checkpoint();
    savedLines = line;
  };
  try {
    await loadLines(draft, source, prefix, options, checkpoint);
  } catch (error) {
    throw error instanceof StorageError ? new StoppedError(error, savedLines) : error;
  }
}

async function loadLines(
  draft: CatalogueDraft,
  source: ImportSource,
  prefix: PrefixHash,
  { batch, skipBadLines, onProgress }: LoadOptions,
  checkpoint: (line: number) => Promise<void>,
): Promise<void> {
  const { state } = draft;
  const splitter = new LineSplitter(LONGEST_LINE, state);
  let entries: PlacedEntry[] = [];
  let lastLine = state.line;

  const flush = async (): Promise<void> => {
    if (entries.length === 0) return;
    const result = await draft.add(entries);
    entries = [];
    count(state, result);
  };
  const read = async (line: Line): Promise<void> => {
    lastLine = line.number;
    const result = readLine(line);
    if (!result) return;
    const place = { line: line.number, byte: line.byte };
    if ('entry' in result) {
      if (result.entry.kind !== 'note') entries.push({ ...place, entry: result.entry });
      return;
    }
    // Wrong lines are listed in their order.
    await flush();
    addWrongLine(state, place, result.faults);
  };

  for await (const chunk of source.read(state.byte)) {
    const start = prefix.bytes;
    for (const line of splitter.push(chunk)) {
      await read(line);
      if (lastLine % batch !== 0) continue;
      await flush();
      prefix.add(chunk, start, line.end);
      await checkpoint(lastLine);
    }
    await flush();
    prefix.add(chunk, start);
    onProgress(prefix.bytes);
  }
  for (const line of splitter.end()) await read(line);
  await flush();
  count(state, await draft.addWaiting());
  state.finished = isWanted(state, skipBadLines);
  if (state.finished) await draft.complete();
  await checkpoint(lastLine);
}

function count(state: ImportState, { added, rejected }: AddResult): void {
  for (const kind of Object.keys(added) as (keyof EntryCounts)[]) state.counts[kind] += added[kind];
  for (const { entry, fault, ...place } of rejected) addWrongLine(state, place, [withValue(fault, entry)]);
}

/** An empty catalogue is a mistake, for example the output of a pipe whose first command failed. */
function isWanted({ wrong, counts }: ImportState, skipBadLines: boolean): boolean {
  return (wrong === 0 || skipBadLines) && Object.values(counts).some((count) => count > 0);
}
