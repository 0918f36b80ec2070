import { UserError } from '@vehicle-lookup/command-line';
import type { ImportState } from '../catalogue/catalogue-draft.ts';
import { ndjsonReader } from './entry-reader.ts';
import { loadFile } from './load.ts';
import { readOrigin } from './ndjson/origin.ts';
import type { OpenImport } from './open-import.ts';
import { PrefixHash } from './prefix-hash.ts';
import { type ImportSource, openSource } from './source.ts';

export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface OpenImportOptions {
  file: string;
  format: Format;
  /** CSV: which column a field of the record comes from. */
  columns: ReadonlyMap<string, string>;
}

/** @throws UserError if the file does not exist, or is not in this format */
export async function openImport({ file, format, columns }: OpenImportOptions): Promise<OpenImport> {
  const source = openSource(file);
  if (format === 'csv') {
    const { openCsvImport } = await import('./csv/csv-import.ts');
    return openCsvImport(source, columns);
  }
  const { origin, whole } = await readOrigin(source);
  return {
    source,
    label: origin?.label,
    origin: origin?.text,
    resumable: source.path !== undefined,
    check: (state) => hashRead(whole, state),
    load: async (draft, options) =>
      loadFile(draft, whole, ndjsonReader(draft.state), await hashRead(whole, draft.state), options),
  };
}

/** The hash of what is already read. @throws UserError if the file does not begin with it */
async function hashRead(source: ImportSource, state: ImportState): Promise<PrefixHash> {
  const prefix = await PrefixHash.of(source, state.byte);
  if (prefix.bytes === state.byte && (state.byte === 0 || prefix.hex() === state.sha256)) return prefix;
  throw new UserError(
    `${source.name}: not the file whose import was interrupted; its first ${state.byte} bytes (${state.line} lines) ` +
      'differ. Give that file, or start again without --resume',
  );
}
