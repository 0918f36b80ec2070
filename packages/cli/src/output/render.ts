import width from 'string-width';
import { flatten, isRecord, isRecords, type Row, tableOf, text, titlesOf } from './flatten.ts';

const GAP = '  ';
/** Maximum length of words that are never broken to fit a table. If they do not fit, records are printed with one field per line. */
const LONG_WORD = 24;
/** Minimum width of a value next to its name. */
const NARROWEST = 8;

/**
 * Formats data for users: a list as a table, and a single record as names and values.
 * @param columns maximum line length; Infinity if the output is not a terminal
 */
export function render(data: unknown, columns: number): string {
  return lines(data, columns).join('\n');
}

/** Formats selected columns of rows. */
export function renderRows(names: string[], rows: Row[], columns: number): string {
  const table = tableLines(names, rows, columns);
  return (table ?? rows.map((row) => names.map((name) => row.get(name) ?? '').join(GAP))).join('\n');
}

function lines(data: unknown, columns: number): string[] {
  if (isRecord(data)) return recordLines(data, columns);
  if (isRecords(data)) {
    const { columns: names, rows } = tableOf(data);
    const blocks = () => data.flatMap((record) => ['', ...recordLines(record, columns)]).slice(1);
    return tableLines(names, rows, columns) ?? blocks();
  }
  const values = Array.isArray(data) ? data.map(text) : [text(data ?? '')];
  return values.length === 0 ? ['No results.'] : values;
}

/** Returns the lines of a table, or undefined if the columns do not fit. */
function tableLines(names: string[], rows: Row[], columns: number): string[] | undefined {
  const titles = titlesOf(names);
  const texts = names.map((name, index) => [titles[index] ?? '', ...rows.map((row) => row.get(name) ?? '')]);
  const natural = texts.map((column) => widest(column));
  const least = texts.map(([title = '', ...column]) =>
    Math.max(width(title), Math.min(LONG_WORD, widest(column.flatMap((cell) => cell.split(' '))))),
  );
  const widths = fit(natural, least, columns - GAP.length * (names.length - 1));
  if (!widths) return undefined;
  const line = (cells: string[]): string =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const body = rows.flatMap((row: Row) => {
    const cells = names.map((name, index) => wrap(row.get(name) ?? '', widths[index] ?? 0));
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) => line(cells.map((cell) => cell[at] ?? '')));
  });
  return [line(titles), line(widths.map((wide) => '─'.repeat(wide))), ...body];
}

/** Returns column widths, with the widest columns shortened first, or undefined if the minimum widths do not fit. */
function fit(natural: number[], least: number[], columns: number): number[] | undefined {
  const sum = (widths: number[]) => widths.reduce((total, wide) => total + wide, 0);
  const capped = (cap: number) => natural.map((wide, index) => Math.max(least[index] ?? 0, Math.min(wide, cap)));
  if (sum(natural) <= columns) return natural;
  if (sum(least) > columns) return undefined;
  let cap = Math.max(...natural);
  while (sum(capped(cap)) > columns) cap--;
  return capped(cap);
}

function recordLines(record: object, columns: number): string[] {
  const { cells, lists } = flatten(record);
  const names = [...cells.keys()];
  const titles = titlesOf(names);
  const left = widest(titles);
  const room = Math.max(NARROWEST, columns - left - GAP.length);
  const pairs = names.flatMap((name, index) =>
    wrap(cells.get(name) ?? '', room).map((part, at) =>
      `${pad(at === 0 ? (titles[index] ?? '') : '', left)}${GAP}${part}`.trimEnd(),
    ),
  );
  const inner = [...lists].flatMap(([name, list]) => [
    name,
    ...lines(list, columns - GAP.length).map((line) => (GAP + line).trimEnd()),
  ]);
  return [...pairs, ...inner];
}

const widest = (texts: string[]): number => texts.reduce((most, text) => Math.max(most, width(text)), 0);

const graphemes = new Intl.Segmenter();

/** Pads text with spaces to a display width. */
const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Wraps text to a display width, between words if possible, and never within a grapheme. */
function wrap(text: string, columns: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const parts = width(word) <= columns ? [word] : Array.from(graphemes.segment(word), ({ segment }) => segment);
    for (const [index, part] of parts.entries()) {
      const line = lines.at(-1) ?? '';
      const longer = index > 0 || line === '' ? line + part : `${line} ${part}`;
      const isBegun = index > 0 || parts.length === 1;
      if (line === '' || (isBegun && width(longer) <= columns)) lines[lines.length - 1] = longer;
      else lines.push(part);
    }
  }
  return lines;
}
