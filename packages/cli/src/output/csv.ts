import { csv } from '@vehicle-lookup/command-line';
import type { CommonOptions } from '../options.ts';
import { type CellStyle, type Row, titlesOf } from './flatten.ts';

/** How CSV is written. */
export type CsvOptions = Pick<CommonOptions, 'headings' | 'decimal'>;

/** How values are written in CSV: every number in the same way, and those of a quantity in columns. */
export const cellStyle = ({ decimal = '.' }: CsvOptions): CellStyle => ({ numbers: true, decimal });

/** A line of headings: labels for people, or the names of the document. */
export const csvHeadings = (columns: readonly string[], options: CsvOptions): string =>
  csvLine(options.headings === 'names' ? columns : titlesOf(columns), options);

/** A line of values. */
export const csvRow = (columns: readonly string[], row: Row, options: CsvOptions): string =>
  csvLine(
    columns.map((name) => row.get(name) ?? ''),
    options,
  );

/** A decimal comma needs another separator, the one that spreadsheets expect where it is in use. */
const csvLine = (cells: readonly string[], { decimal }: CsvOptions): string =>
  `${csv([cells], decimal === ',' ? ';' : ',')}\r\n`;

/** A table as CSV; every line ends with CRLF. */
export const csvOf = (columns: readonly string[], rows: readonly Row[], options: CsvOptions): string =>
  [csvHeadings(columns, options), ...rows.map((row) => csvRow(columns, row, options))].join('');
