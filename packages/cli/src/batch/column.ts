/** What is wrong with a CSV file; the message is the end of a sentence about a line. */
export class ColumnError extends Error {}

/** What separates the fields of a line: that of spreadsheets, by country, or a tab. */
const SEPARATORS = [',', ';', '\t'];

/**
 * Creates a reader of the lines of a CSV file (RFC 4180, without line ends in a field). The first line has the headings.
 * @returns a function that returns the field of a line; undefined for the first line and for blank ones
 * @throws ColumnError from that function when there is no such column, or a quote is not closed
 */
export function columnReader(column: string): (line: string) => string | undefined {
  let read: ((line: string) => string | undefined) | undefined;
  const same = (heading: string) => heading.trim().toLowerCase() === column.trim().toLowerCase();
  return (line) => {
    if (line === '') return undefined;
    if (read) return read(line);
    const rows = SEPARATORS.map((separator) => ({ separator, headings: fieldsOf(line, separator) }));
    const found = rows.find(({ headings }) => headings.some(same));
    if (!found) {
      const [widest] = rows.toSorted((one, other) => other.headings.length - one.headings.length);
      throw new ColumnError(`has the columns ${widest?.headings.join(', ')}, and not ${column}`);
    }
    const index = found.headings.findIndex(same);
    read = (row) => fieldsOf(row, found.separator)[index]?.trim() || undefined;
    return undefined;
  };
}

/** The fields of a line. @throws ColumnError when a quote is not closed */
function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const rest = line.slice(at);
    const [quoted, inner] = /^"((?:[^"]|"")*)"/.exec(rest) ?? [];
    if (rest.startsWith('"') && quoted === undefined) throw new ColumnError('has a quote that is not closed');
    const end = line.indexOf(separator, at + (quoted?.length ?? 0));
    fields.push(inner?.replaceAll('""', '"') ?? line.slice(at, end < 0 ? undefined : end));
    at = end < 0 ? line.length + 1 : end + separator.length;
  }
  return fields;
}
