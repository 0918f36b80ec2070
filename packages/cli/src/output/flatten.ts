import type { Period, Quantity } from '@vehicle-lookup/client';
import { labels } from '@vehicle-lookup/client/readable';
import { didYouMean, printable } from '@vehicle-lookup/toolkit/command-line';

/** A table row: cell text, keyed by column name. */
export type Row = Map<string, string>;

type RecordLists = Map<string, object[]>;

/** Format of cell values. */
export interface CellStyle {
  /** Whether the numbers in a quantity have separate columns, such as `ValueText.min` and `ValueText.max`. */
  numbers?: boolean;
  /** Decimal mark of all numbers. Default: the notation of the service. */
  decimal?: '.' | ',' | undefined;
}

/** Returns the label of a column, or its last field name if there is no label: `Value max` for `ValueText.max`. */
export const labelOf = (column: string): string => {
  const [, quantity, end] = /^(.+)\.(min|max)$/.exec(column) ?? [];
  if (quantity !== undefined) return `${labelOf(quantity)} ${end}`;
  const name = column.slice(column.lastIndexOf('.') + 1);
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name;
};

/** Returns the title of each column: its label, or its name if several columns have the same label. */
export function titlesOf(names: readonly string[]): string[] {
  const titles = names.map(labelOf);
  return names.map((name, index) => {
    const title = titles[index] ?? name;
    return titles.indexOf(title) === titles.lastIndexOf(title) ? title : name;
  });
}

/** Converts nested fields to columns such as `engine.code`. Lists of records are returned separately. Null values are omitted. */
export function flatten(record: object, style: CellStyle = {}, path = ''): { cells: Row; lists: RecordLists } {
  const cells: Row = new Map();
  const lists: RecordLists = new Map();
  for (const [name, value] of Object.entries(record)) {
    const column = path === '' ? text(name) : `${path}.${text(name)}`;
    const written = isRecord(value) ? asText(value, style) : undefined;
    if (isRecords(value)) lists.set(column, value);
    else if (Array.isArray(value)) cells.set(column, value.map(text).join(', '));
    else if (written !== undefined) {
      cells.set(column, written);
      const { min, max }: Partial<Quantity> = value;
      if (!style.numbers || min === undefined || max === undefined) continue;
      cells.set(`${column}.min`, numberText(min, style));
      cells.set(`${column}.max`, numberText(max, style));
    } else if (isRecord(value)) {
      const inner = flatten(value, style, column);
      for (const [key, cell] of inner.cells) cells.set(key, cell);
      for (const [key, list] of inner.lists) lists.set(key, list);
    } else if (typeof value === 'number') cells.set(column, numberText(value, style));
    else if (value !== undefined && value !== null) cells.set(column, text(value));
  }
  return { cells, lists };
}

/** Returns the rows for a record. Its own fields are in the first row. Records in its lists fill the same row and further rows. */
function rowsOf(record: object, style: CellStyle = {}, path = ''): Row[] {
  const { cells, lists } = flatten(record, style, path);
  const blocks = [[cells], ...[...lists].map(([column, list]) => list.flatMap((item) => rowsOf(item, style, column)))];
  const height = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => new Map(blocks.flatMap((block) => [...(block[line] ?? [])])));
}

/** Returns the text for a `Quantity` or a `Period` of the client, or undefined for any other object. */
function asText(value: Partial<Period & Quantity>, style: CellStyle): string | undefined {
  const { from, to, text: written, min, max, unit, ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  if (style.decimal && min !== undefined && max !== undefined)
    return [...new Set([min, max])].map((number) => numberText(number, style)).join(' - ');
  // The unit has a separate column.
  if (written !== undefined) return text(written);
  return from !== undefined || to !== undefined ? text(`${from ?? ''} – ${to ?? ''}`) : undefined;
}

const numberText = (value: number, { decimal = '.' }: CellStyle): string => text(value).replace('.', decimal);

/** Returns whether a value is an object and not an array. */
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a value is a non-empty list of records. */
export const isRecords = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** Formats a value on one line, without terminal control characters. */
export const text = (value: unknown): string =>
  printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
    .replace(/\s*\n\s*/g, ' ')
    .trim();

/**
 * Converts a result to a table with a row for each record, including the records in its lists. Columns have full names, such as
 * `parts.oe_number`.
 */
export function tableOf(data: unknown, style: CellStyle = {}): { columns: string[]; rows: Row[] } {
  const records = isRecords(data) ? data : isRecord(data) ? [data] : [];
  const rows = records.flatMap((record) => rowsOf(record, style));
  return { columns: [...new Set(rows.flatMap((row) => [...row.keys()]))], rows };
}

/** Returns whether a field in `--fields` matches a column, case-insensitively. */
function isNamed(column: string, field: string): boolean {
  const [name, label, wanted = ''] = [column, labelOf(column), field].map((one) => one.toLowerCase());
  return [name, label].includes(wanted) || column.toLowerCase().endsWith(`.${wanted}`);
}

/** Returns error messages about fields that resemble a column name. Other unknown fields may exist in the response. */
export function misspeltFields(columns: readonly string[], fields: readonly string[] = []): string[] {
  const unknown = fields.filter((field) => !columns.some((name) => isNamed(name, field)));
  return unknown.flatMap((field) => {
    const hint = didYouMean(field, [...columns, ...columns.map(labelOf)]);
    return hint ? `--fields: ${text(field)} is not a field; ${hint}` : [];
  });
}

/**
 * Selects the columns for `--fields` by full name, last part of the name, or heading. If none of the fields exists, all columns are
 * returned, because the response was paid for.
 * @returns the selected columns, and a message if requested fields do not exist
 */
export function selectColumns(columns: string[], fields?: readonly string[]): [selected: string[], fault?: string] {
  if (!fields) return [columns];
  const found = fields.map((field) => columns.filter((name) => isNamed(name, field)));
  const selected = [...new Set(found.flat())];
  const missing = fields.filter((_, index) => !found[index]?.length).map(text);
  if (missing.length === 0) return [selected];
  const fault = `--fields: no response contains ${missing.join(', ')}. Available columns: ${columns.join(', ')}`;
  return [selected.length ? selected : columns, fault];
}
