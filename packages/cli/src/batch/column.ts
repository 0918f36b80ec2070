import { didYouMean } from '@vehicle-lookup/toolkit/command-line';

/** An error in a list. The message completes a sentence such as “line 3 …”. */
export class ColumnError extends Error {
  readonly flag: '--column' | '--from';

  constructor(message: string, flag: ColumnError['flag'] = '--column') {
    super(message);
    this.flag = flag;
  }
}

/** An unclosed quote. The cell may contain a line break and continue on the next line. */
export class OpenQuote extends ColumnError {}

/** A value in a line of a list. */
export interface Word {
  item: string;
  /** Other fields of the line, keyed by heading. */
  others?: ReadonlyMap<string, string>;
}

/** Returns the value in a line (in CSV, possibly empty), or undefined for a line without fields. @throws ColumnError */
type LineReader = (line: string) => Word | undefined;

/** Field separators of CSV files. Spreadsheets use a comma or a semicolon, depending on the locale. */
const SEPARATORS = [',', ';', '\t'];

/**
 * Creates a reader for a list with one value per line. Blank lines and lines that begin with # are ignored. If the first line
 * looks like CSV headings, the list is rejected, because every line would be an invalid value.
 */
export function listReader(parameter: string): LineReader {
  let isFirst = true;
  return (line) => {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return undefined;
    const { fields, index } = isFirst ? split(text, parameter) : { fields: [], index: -1 };
    isFirst = false;
    if (fields.length > 1 || index >= 0) {
      const columns = `${fields.length === 1 ? 'column' : 'columns'} ${fields.join(', ')}`;
      const next = `use --column ${fields[index] ?? 'HEADING'}`;
      throw new ColumnError(`looks like CSV with the ${columns}; ${next}`, '--from');
    }
    // Spreadsheets put quotes around strings.
    return { item: text.replace(/^(["'])(.*)\1$/, '$2').trim() };
  };
}

/** Splits a line at the separator that makes the heading a field, or else at the separator that produces most fields. */
function split(line: string, heading: string): { separator: string; fields: string[]; index: number } {
  const wanted = heading.trim().toLowerCase();
  const all = SEPARATORS.map((separator) => {
    const fields = fieldsOf(line, separator);
    return { separator, fields, index: fields.findIndex((field) => field.trim().toLowerCase() === wanted) };
  });
  const rank = ({ fields, index }: (typeof all)[number]) => (index < 0 ? fields.length : Number.POSITIVE_INFINITY);
  return all.reduce((best, one) => (rank(one) > rank(best) ? one : best));
}

/**
 * Creates a reader for a column of a CSV file (RFC 4180). The first line contains the headings.
 * Lines with only blank fields are ignored.
 * @returns a reader that throws if the column does not exist or a quote is not closed
 */
export function columnReader(column: string): LineReader {
  let read: LineReader | undefined;
  return (line) => {
    if (line.trim() === '') return undefined;
    if (read) return read(line);
    // Excel may add a line that declares the separator.
    if (/^"?sep=./i.test(line)) return undefined;
    const { separator, fields: headings, index } = split(line, column);
    if (index < 0) {
      const known = headings.map((one) => one.toUpperCase());
      const hint = didYouMean(column.toUpperCase(), known);
      throw new ColumnError(`has the columns ${headings.join(', ')}, but not ${column}${hint && `; ${hint}`}`);
    }
    read = (row) => {
      const fields = fieldsOf(row, separator);
      if (fields.every((field) => field.trim() === '')) return undefined;
      if (fields.slice(headings.length).some((field) => field.trim() !== '')) {
        const next = `put quotes around a cell that contains ${JSON.stringify(separator)}`;
        throw new ColumnError(`has ${fields.length} cells, but there are ${headings.length} headings; ${next}`);
      }
      const others = headings.flatMap((heading, at): [string, string][] =>
        at === index || heading.trim() === '' ? [] : [[heading.trim(), fields[at] ?? '']],
      );
      return { item: fields[index]?.trim() ?? '', others: new Map(others) };
    };
    return undefined;
  };
}

/** Splits a line into fields. @throws ColumnError if a quote is not closed */
function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const rest = line.slice(at);
    const [quoted, inner] = /^"((?:[^"]|"")*)"(?!")/.exec(rest) ?? [];
    if (rest.startsWith('"') && quoted === undefined) throw new OpenQuote('has a quote that is not closed');
    const end = line.indexOf(separator, at + (quoted?.length ?? 0));
    fields.push(inner?.replaceAll('""', '"') ?? line.slice(at, end < 0 ? undefined : end));
    at = end < 0 ? line.length + 1 : end + separator.length;
  }
  return fields;
}
