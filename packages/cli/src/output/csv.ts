import { csv } from '@vehicle-lookup/toolkit/command-line';
import type { CommonOptions } from '../options.ts';
import { type CellStyle, type Row, titlesOf } from './flatten.ts';

/** How CSV is written. */
export type CsvOptions = Pick<CommonOptions, 'headings' | 'decimal' | 'bom'>;

/** How values are written in CSV: every number in the same way, and those of a quantity in columns. */
export const cellStyle = ({ decimal = '.' }: CsvOptions): CellStyle => ({ numbers: true, decimal });

/**
 * The first line: labels for people, or the names of the document.
 * @param own headings of the user, after the first column. A heading that another column has begins with `list.`
 */
export function csvHeadings(columns: readonly string[], options: CsvOptions, own: readonly string[] = []): string {
  const titles = options.headings === 'names' ? columns : titlesOf(columns);
  const ownTitles = own.map((name) => (titles.includes(name) ? `list.${name}` : name));
  return `${options.bom ? '\uFEFF' : ''}${csvLine(titles, options, ownTitles)}`;
}

/**
 * A line of cells. A decimal comma needs another separator, the one that spreadsheets expect where it is in use.
 * @param own cells of the user, after the first column. They stay as they are
 */
export function csvLine(
  [first = '', ...rest]: readonly string[],
  { decimal }: CsvOptions,
  own: readonly string[] = [],
): string {
  const isOwn = (column: number) => column > 0 && column <= own.length;
  return `${csv([[first, ...own, ...rest]], decimal === ',' ? ';' : ',', isOwn)}\r\n`;
}

/** The cells of a row, in the order of the columns. */
export const cellsOf = (columns: readonly string[], row: Row): string[] => columns.map((name) => row.get(name) ?? '');

/** A table as CSV; every line ends with CRLF. */
export const csvOf = (columns: readonly string[], rows: readonly Row[], options: CsvOptions): string =>
  [csvHeadings(columns, options), ...rows.map((row) => csvLine(cellsOf(columns, row), options))].join('');
