import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { ImportState } from '../catalogue/catalogue-draft.ts';
import { loadFile, type OpenImport } from './load.ts';
import { ndjsonReader, type OriginLine, readLine } from './ndjson.ts';
import { type ImportSource, openSource, PrefixHash, startOf } from './source.ts';

export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** @throws UserError if the file does not exist, or is not in this format */
export async function openImport({ file, format = 'ndjson', columns = new Map() }: ImportOptions): Promise<OpenImport> {
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

/** A first line that says what the data are is not longer. */
const LONGEST_ORIGIN = 1 << 16;

/** What the first line says about the data, if it does, and the source to read from its beginning. */
async function readOrigin(source: ImportSource): Promise<{ origin: OriginLine | undefined; whole: ImportSource }> {
  const { start, whole } = await startOf(source, LONGEST_ORIGIN);
  const newline = start.indexOf(10);
  const bytes = newline < 0 ? start : start.subarray(0, newline);
  const line = readLine({ number: 1, byte: 0, end: bytes.length, bytes });
  const isOrigin = line && 'entry' in line && line.entry.kind === 'origin';
  return { origin: isOrigin ? (line.entry as OriginLine) : undefined, whole };
}

export const DEFAULT_BATCH = 10_000;

export interface ImportOptions {
  /** A path, or `-` for standard input. */
  file: string;
  /** Default: ndjson. */
  format?: Format;
  /** CSV: which column a field of the record comes from; default: the one of its name. */
  columns?: ReadonlyMap<string, string>;
  /** What the data are; the name of the version begins with it. */
  label?: string;
  /** Continues an interrupted import of this file. */
  resume?: boolean;
  /** Reads and checks the whole file, and writes nothing to the data directory. */
  dryRun?: boolean;
  /** Leaves wrong lines out and loads the others; otherwise one wrong line rejects the file. */
  skipBadLines?: boolean;
  /** Lines between two checkpoints; default: DEFAULT_BATCH. */
  batch?: number;
  /** Called with the bytes that are read, and the bytes of the file if they are known. */
  onProgress?(bytes: number, size: number | undefined): void;
}
