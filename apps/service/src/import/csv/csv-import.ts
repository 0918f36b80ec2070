import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { type CsvError, parse } from 'csv-parse/sync';
import { loadFile, type OpenImport } from '../load.ts';
import { type ImportSource, PrefixHash, startOf } from '../source.ts';
import { planColumns } from './columns.ts';
import { CSV, csvReader } from './csv-reader.ts';

/** A header is not longer. */
const LONGEST_HEADER = 1 << 16;

/**
 * @param columns by field of the record, or `patterns`
 * @throws UserError if a column does not exist
 */
export async function openCsvImport(source: ImportSource, columns: ReadonlyMap<string, string>): Promise<OpenImport> {
  const { start, whole } = await startOf(source, LONGEST_HEADER);
  const plan = planColumns(readHeader(start, source.name), columns, source.name);
  return {
    source,
    resumable: false,
    check: async () => {},
    load: (draft, options) => loadFile(draft, whole, csvReader(plan), new PrefixHash(), options),
  };
}

function readHeader(start: Buffer, name: string): string[] {
  try {
    const [header = []] = parse(start, { ...CSV, to: 1 }) as string[][];
    return header;
  } catch (error) {
    throw new UserError(`${name}: expected a header of CSV, got ${(error as CsvError).message}`);
  }
}
