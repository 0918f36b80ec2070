/** A row of the table of layers. Patterns are paths from the root; `*` matches a name, `**` any directories. */
export interface Layer {
  directories: string[];
  /** What stands behind `without` in the first column: inside the directories, and not meant. */
  without: string[];
  mayImport: string[];
  mustNot: string[];
}

const COLUMNS = ['directory', 'may import', 'must not', 'purpose'];

/**
 * Reads the table below the heading "Layers".
 * @throws when there is no such table, or its columns differ
 */
export function readLayers(markdown: string): Layer[] {
  const [, section = ''] = markdown.split(/^## Layers$/m);
  const rows = (section.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [head, , ...body] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  if (head?.join() !== COLUMNS.join()) {
    throw new Error(`expected a table with the columns ${COLUMNS.join(', ')} below "## Layers"`);
  }
  return body.map(([first = '', mayImport = '', mustNot = '']) => ({
    directories: quoted(first.split(' without ')[0] ?? ''),
    without: quoted(first.split(' without ')[1] ?? ''),
    mayImport: quoted(mayImport),
    mustNot: quoted(mustNot),
  }));
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** Whether a path matches a pattern or is inside such a directory. `.` matches the files of the root. */
export function isNamed(pattern: string, path: string): boolean {
  if (pattern === '.') return !path.includes('/');
  const [any, one] = ['(?:.*/)?', '[^/]*'];
  const source = pattern
    .replace(/[.+]/g, '\\$&')
    .split('**/')
    .map((part) => part.replaceAll('*', one))
    .join(any);
  return new RegExp(`^${source}(?:$|/)`).test(path);
}
