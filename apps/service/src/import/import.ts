import { UserError } from '@vehicle-lookup/command-line';
import type { CatalogueDraft, EntryCounts, ImportState, WrongLine } from '../stores/catalogue-draft.ts';
import type { CatalogueStore } from '../stores/data-store.ts';
import { load } from './load.ts';
import { DEFAULT_BATCH, type ImportOptions } from './options.ts';
import { PrefixHash } from './prefix-hash.ts';
import { type ImportSource, openSource } from './source.ts';
import { StoppedError } from './stopped-error.ts';

export interface ImportReport {
  /** The new version, which is current now; undefined: the current version has not changed. */
  version?: string;
  /** SHA-256 over the content of the catalogue, the same for the same file. */
  checksum?: string;
  lines: number;
  counts: EntryCounts;
  /** How many lines are wrong. */
  wrong: number;
  /** The first wrong lines, in detail. */
  wrongLines: WrongLine[];
}

/**
 * Loads a file of NDJSON (demo/FORMAT.md) as a new version of the catalogue and makes it current, at once and as a
 * whole. The old version stays current until then, and also afterwards if the report names no version.
 * @throws UserError if the file cannot be read or resumed, or the disk is full
 */
export async function importCatalogue(catalogues: CatalogueStore, options: ImportOptions): Promise<ImportReport> {
  const { file, label, resume = false, dryRun = false } = options;
  const source = openSource(file);
  if (resume && source.path === undefined) {
    throw new UserError(`${source.name} cannot be resumed: what was read from it is lost. Give a file`, 2);
  }
  const draft = await (dryRun
    ? catalogues.temporaryDraft()
    : resume
      ? catalogues.resumeDraft((state) => hashRead(source, state))
      : catalogues.newDraft(label));
  try {
    return await importInto(draft, source, options);
  } finally {
    await draft.close();
  }
}

async function importInto(draft: CatalogueDraft, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  const { dryRun = false, skipBadLines = false, batch = DEFAULT_BATCH } = options;
  const { state } = draft;
  const prefix = await hashRead(source, state);
  const onProgress = (bytes: number) => options.onProgress?.(bytes, source.size);
  if (!state.finished) await load(draft, source, prefix, { batch, skipBadLines, onProgress });
  const report = {
    lines: state.line,
    counts: state.counts,
    wrong: state.wrong,
    wrongLines: state.wrongLines.toSorted((a, b) => a.line - b.line),
  };
  if (dryRun) return report;
  if (!state.finished) {
    await draft.discard();
    return report;
  }
  const checksum = await draft.checksum();
  await draft.publish().catch((error: unknown) => {
    throw new StoppedError(error, state.line);
  });
  await draft.removeOldVersions();
  return { version: state.version, checksum, ...report };
}

/** The hash of what is already read. @throws UserError if the file does not begin with it */
async function hashRead({ name, path }: ImportSource, state: ImportState): Promise<PrefixHash> {
  const prefix = await PrefixHash.ofFile(path ?? '', state.byte);
  if (prefix.bytes === state.byte && (state.byte === 0 || prefix.hex() === state.sha256)) return prefix;
  throw new UserError(
    `${name}: not the file whose import was interrupted; its first ${state.byte} bytes (${state.line} lines) differ. ` +
      'Give that file, or start again without --resume',
  );
}
