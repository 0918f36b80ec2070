import type { Format } from './import-format.ts';

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
  /** Leaves wrong lines out and loads the others; otherwise one wrong line refuses the file. */
  skipBadLines?: boolean;
  /** Lines between two checkpoints; default: DEFAULT_BATCH. */
  batch?: number;
  /** Called with the bytes that are read, and the bytes of the file if they are known. */
  onProgress?(bytes: number, size: number | undefined): void;
}
