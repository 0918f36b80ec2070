import type { Period, Quantity } from '@vehicle-lookup/client';

/** What one record shows: texts by the name of their column, and the lists of records within it. */
export interface Flat {
  cells: Map<string, string>;
  lists: Map<string, object[]>;
}

/** One line of a table: texts by the name of their column. */
export type Row = Map<string, string>;

/** Members of members get a column of their own, `engine.code`; what is absent or null gets none. */
export function flatten(record: object, path = ''): Flat {
  const flat: Flat = { cells: new Map(), lists: new Map() };
  for (const [name, value] of Object.entries(record)) {
    const column = path === '' ? text(name) : `${path}.${text(name)}`;
    if (isRecords(value)) flat.lists.set(column, value);
    else if (Array.isArray(value)) flat.cells.set(column, value.map(text).join(', '));
    else if (isRecord(value) && asText(value) !== undefined) flat.cells.set(column, asText(value) ?? '');
    else if (isRecord(value)) {
      const inner = flatten(value, column);
      for (const [key, cell] of inner.cells) flat.cells.set(key, cell);
      for (const [key, list] of inner.lists) flat.lists.set(key, list);
    } else if (value !== undefined && value !== null) flat.cells.set(column, text(value));
  }
  return flat;
}

/** The lines of a record in a table: its own texts in the first, the records of its lists beside them and below. */
export function rowsOf(record: object, path = ''): Row[] {
  const { cells, lists } = flatten(record, path);
  const blocks = [[cells], ...[...lists].map(([column, list]) => list.flatMap((item) => rowsOf(item, column)))];
  const height = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => new Map(blocks.flatMap((block) => [...(block[line] ?? [])])));
}

/** The client's own kinds of value: a quantity is known by its text, a period by its ends. */
function asText(value: Partial<Period & Quantity>): string | undefined {
  const { from, to, text: written, min, max, unit, ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  // Its unit stands beside it, in the record that it is of.
  if (written !== undefined) return text(written);
  return from !== undefined || to !== undefined ? text(`${from ?? ''} – ${to ?? ''}`) : undefined;
}

export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isRecords = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** A value on one line. What steers a terminal does not reach it, whatever a service sends. */
export const text = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value))
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
