import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueDraft, EntryCounts, WrongLine } from '../catalogue/catalogue-draft.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { DEFAULT_BATCH, type ImportOptions, openImport } from './import-format.ts';
import { wrongLineTexts } from './invalid-line.ts';
import { type OpenImport, StoppedError } from './load.ts';

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
  /** Where the data come from, and under which terms; undefined: the file does not say it. */
  origin?: string;
}

/**
 * Loads a file as a new version of the catalogue and makes it current, at once and as a whole. The old version stays
 * current until then, and also afterwards if the report names no version.
 * @throws UserError if the file cannot be read or resumed, or the disk is full
 */
export async function importCatalogue(catalogues: CatalogueStore, options: ImportOptions): Promise<ImportReport> {
  const { format = 'ndjson', resume = false, dryRun = false } = options;
  const opened = await openImport(options);
  if (resume && !opened.resumable) {
    const reason = format === 'ndjson' ? 'what was read from it is lost. Give a file' : `${format} starts again`;
    throw new UserError(`${opened.source.name} cannot be resumed: ${reason}`, 2);
  }
  const draft = await (dryRun
    ? catalogues.temporaryDraft()
    : resume
      ? catalogues.resumeDraft((state) => opened.check(state))
      : catalogues.newDraft(options.label ?? opened.label));
  try {
    return await importInto(draft, opened, options);
  } finally {
    await draft.close();
  }
}

async function importInto(draft: CatalogueDraft, opened: OpenImport, options: ImportOptions): Promise<ImportReport> {
  const { dryRun = false, skipBadLines = false, batch = DEFAULT_BATCH } = options;
  const { source, resumable, origin } = opened;
  const { state } = draft;
  if (origin !== undefined) state.origin = origin;
  const onProgress = (bytes: number) => options.onProgress?.(bytes, source.size);
  if (!state.finished) await opened.load(draft, { batch, skipBadLines, resumable, onProgress });
  const report = {
    lines: state.line,
    counts: state.counts,
    wrong: state.wrong,
    wrongLines: state.wrongLines.toSorted((a, b) => a.line - b.line),
    ...(state.origin !== undefined && { origin: state.origin }),
  };
  if (dryRun) return report;
  if (!state.finished) {
    await draft.discard();
    return report;
  }
  const checksum = await draft.checksum();
  await draft.publish().catch((error: unknown) => {
    throw new StoppedError(error, resumable ? state.line : undefined);
  });
  await draft.removeOldVersions();
  return { version: state.version, checksum, ...report };
}

/** The result of an import, for people. */
export function reportText(report: ImportReport): string {
  const { version, checksum, lines, counts, wrong } = report;
  const { vehicles, brands, models, variants } = counts;
  const content = `${vehicles} vehicles, ${brands} brands, ${models} models, ${variants} variants in ${lines} lines`;
  const checked = wrong > 0 ? 'The file can be loaded' : 'The file is correct';
  return [
    ...(wrong > 0 ? [...wrongLinesTexts(report), ''] : []),
    version === undefined
      ? `${checked}: ${content}. Nothing was written.`
      : `Version ${version} is current: ${content}.`,
    ...(wrong > 0 ? [`${wrong} wrong lines ${version === undefined ? 'would be' : 'were'} left out.`] : []),
    ...(report.origin === undefined ? [] : [`Data: ${report.origin}`]),
    ...(checksum === undefined ? [] : [`Content: SHA-256 ${checksum}`]),
  ].join('\n');
}

/** Why a file was rejected; undefined: it was not. */
export function rejectionText(report: ImportReport, skipBadLines: boolean): string | undefined {
  const { version, lines, counts, wrong } = report;
  // Also a version that an earlier run loaded with --skip-bad-lines, and a resumed run only switched to.
  if (version !== undefined) return undefined;
  if (wrong > 0 && !skipBadLines) {
    const next = 'Fix them and import the file again, or leave them out with --skip-bad-lines.';
    return [`${wrong} of ${lines} lines are wrong; nothing was loaded.`, ...wrongLinesTexts(report), next].join('\n');
  }
  if (Object.values(counts).some((count) => count > 0)) return undefined;
  const first = wrongLinesTexts(report);
  return ['no line holds an entry; nothing was loaded. Check the file, or the command that wrote it.', ...first].join(
    '\n',
  );
}

function wrongLinesTexts({ wrong, wrongLines }: ImportReport): string[] {
  const texts = wrongLines.flatMap(wrongLineTexts);
  const others = wrong - wrongLines.length;
  return others > 0 ? [...texts, `and ${others} more wrong lines`] : texts;
}
