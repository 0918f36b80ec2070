import { csv } from '@vehicle-lookup/toolkit/command-line';
import type { CommonOptions } from '../options.ts';
import { type CellStyle, type Row, titlesOf } from './flatten.ts';

/** Options for CSV output. */
export type CsvOptions = Pick<CommonOptions, 'headings' | 'decimal' | 'bom'>;

/** Returns the cell style for CSV: uniform decimal marks, and separate columns for the numbers of a quantity. */
export const cellStyle = ({ decimal = '.' }: CsvOptions): CellStyle => ({ numbers: true, decimal });

/**
 * Returns the heading line: human-readable labels, or field names from the API.
 * @param own headings from the user's list, inserted after the first column; duplicates get the prefix `list.`
 */
export function csvHeadings(columns: readonly string[], options: CsvOptions, own: readonly string[] = []): string {
  const titles = options.headings === 'names' ? columns : titlesOf(columns);
  const ownTitles = own.map((name) => (titles.includes(name) ? `list.${name}` : name));
  return `${options.bom ? '\uFEFF' : ''}${csvLine(titles, options, ownTitles)}`;
}

/**
 * Returns a line of cells. With a decimal comma, the separator is a semicolon, as spreadsheets expect.
 * @param own cells from the user's list, inserted unchanged after the first column
 */
export function csvLine(
  [first = '', ...rest]: readonly string[],
  { decimal }: CsvOptions,
  own: readonly string[] = [],
): string {
  const isOwn = (column: number) => column > 0 && column <= own.length;
  return `${csv([[first, ...own, ...rest]], decimal === ',' ? ';' : ',', isOwn)}\r\n`;
}

/** Returns the cells of a row in column order. */
export const cellsOf = (columns: readonly string[], row: Row): string[] => columns.map((name) => row.get(name) ?? '');

/** Formats a table as CSV. Every line ends with CRLF. */
export const csvOf = (columns: readonly string[], rows: readonly Row[], options: CsvOptions): string =>
  [csvHeadings(columns, options), ...rows.map((row) => csvLine(cellsOf(columns, row), options))].join('');
