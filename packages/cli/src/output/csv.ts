import { csv } from '@vehicle-lookup/command-line';
import { isRecord, isRecords, labelOf, type Row, rowsOf } from './flatten.ts';

/** The table of a result: its columns by their whole names, such as `parts.oe_number`. */
export interface Table {
  columns: string[];
  rows: Row[];
}

export function tableOf(data: unknown): Table {
  const records = isRecords(data) ? data : isRecord(data) ? [data] : [];
  const rows = records.flatMap((record) => rowsOf(record));
  return { columns: [...new Set(rows.flatMap((row) => [...row.keys()]))], rows };
}

/**
 * The columns for `--fields`: by their whole name, its last part, or their heading. The answer was paid for: without any of the fields,
 * all columns are returned.
 * @returns the columns, and the fields that there are not
 */
export function selectColumns(columns: string[], fields: readonly string[] | undefined): [string[], missing: string[]] {
  if (!fields) return [columns, []];
  const found = fields.map((field) =>
    columns.filter((name) => [name, labelOf(name)].includes(field) || name.endsWith(`.${field}`)),
  );
  const selected = [...new Set(found.flat())];
  return [selected.length ? selected : columns, fields.filter((_, index) => !found[index]?.length)];
}

/** The table as CSV with a line of column names; every line ends with CRLF. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  `${csv([columns, ...rows.map((row) => columns.map((name) => row.get(name) ?? ''))])}\r\n`;
