import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { CatalogueDraft } from '../catalogue/draft/draft.ts';
import { StorageError } from '../database/storage-error.ts';
import { withValue } from './check-entry.ts';
import { readNdjson } from './ndjson.ts';
import { addWrongLine, type ImportReport, isWanted } from './report.ts';
import { type ImportSource, openSource } from './source.ts';

export interface ImportOptions {
  /** A path, or `-` for standard input. */
  file: string;
  /** File format; default: ndjson. */
  format?: 'ndjson' | 'csv';
  /** Column names by record field, for CSV; default: the field names. */
  columns?: ReadonlyMap<string, string>;
  /** Label of the data, used as the beginning of the version name; default: the label in the file. */
  label?: string;
  /** Checks the whole file without writing to the data directory. */
  dryRun?: boolean;
  /** Skips invalid lines and loads the others; otherwise, an invalid line rejects the file. */
  skipBadLines?: boolean;
  /** Called with the number of bytes that have been read, and with the file size if it is known. */
  onProgress?(bytes: number, size: number | undefined): void;
}

/**
 * Loads a file as a new catalogue version, and makes the complete version current in one step. The old version stays current
 * until this step. If the report contains no version, the old version remains current.
 * @throws UserError if the file cannot be read, or the disk is full
 */
export async function importCatalogue(catalogues: CatalogueStore, options: ImportOptions): Promise<ImportReport> {
  const source = openSource(options.file);
  const draft = await (options.dryRun ? catalogues.temporaryDraft() : catalogues.newDraft());
  try {
    return await importInto(draft, source, options);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new UserError(`${error.message}. The current catalogue is unchanged. Run the import again`);
  } finally {
    await draft.close();
  }
}

async function importInto(draft: CatalogueDraft, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  const { dryRun = false, skipBadLines = false, onProgress } = options;
  const report: ImportReport = { lines: 0, counts: draft.counts, wrong: 0, wrongLines: [] };
  let { label } = options;
  const { format, columns = new Map() } = options;
  // Only CSV requires the CSV parser.
  const chunks = format === 'csv' ? (await import('./csv.ts')).readCsv(source, columns) : readNdjson(source);
  for await (const entries of chunks) {
    for (const { line, byte, result } of entries) {
      // The brands in a CSV file follow its rows, and have the line numbers of their first rows.
      report.lines = Math.max(report.lines, line);
      if (!result) continue;
      if ('faults' in result) {
        addWrongLine(report, { line, byte }, result.faults);
        continue;
      }
      const { entry } = result;
      if (entry.kind === 'note') continue;
      if (entry.kind === 'origin') {
        report.origin = entry.text;
        label ??= entry.label;
        continue;
      }
      const fault = draft.add({ line, byte, entry });
      if (fault) addWrongLine(report, { line, byte }, [withValue(fault, entry)]);
    }
    onProgress?.(source.bytesRead(), source.size);
  }
  for (const { fault, entry, ...place } of draft.addWaiting()) addWrongLine(report, place, [withValue(fault, entry)]);
  report.wrongLines.sort((one, other) => one.line - other.line);
  if (dryRun || !isWanted(report, skipBadLines)) return report;
  draft.complete();
  return { ...(await draft.publish(label)), ...report };
}
