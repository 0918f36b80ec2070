import type { Violation } from './violation.ts';

/** One record of a success body; its fields may be absent in a simplified form. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The records of a success body in any envelope: `data` of an object, or a bare array; one record is a list of one. A body of
 * another form has none.
 */
export function records(body: unknown): Fields[] {
  const data: unknown = Array.isArray(body) ? body : (Object(body) as Fields).data;
  const all: unknown[] = Array.isArray(data) ? data : [data];
  return all.filter((record): record is Fields => typeof record === 'object' && record !== null);
}

/** JSON Pointer of a record, by its index among the records of a body. */
export function recordPointer(body: unknown, index: number): string {
  if (Array.isArray(body)) return `/${index}`;
  return Array.isArray((Object(body) as Fields).data) ? `/data/${index}` : '/data';
}

/** Fields by which services count pages. */
const PAGING = new Set([
  'page',
  'pages',
  'next',
  'offset',
  'cursor',
  'has_more',
  'hasMore',
  'total_pages',
  'totalPages',
  'per_page',
  'perPage',
]);

/**
 * Fields beside a list that count pages.
 * @param undocumented JSON Pointers
 */
export function pagedList(body: unknown, undocumented: readonly string[]): Violation[] {
  if (typeof body !== 'object' || body === null || !Object.values(body).some(Array.isArray)) return [];
  const names = undocumented.map((pointer) => pointer.slice(1)).filter((name) => PAGING.has(name));
  if (names.length === 0) return [];
  const next = 'Send the whole list: no parameter asks for another page.';
  return [{ code: 'paged-list', expected: 'a whole list', got: `pages, by the fields ${names.join(', ')}`, next }];
}

/** Whether violations are all about fields of an envelope, so that its records can be judged all the same. */
export const keepsRecords = (violations: readonly Violation[]): boolean =>
  violations.every(({ pointer = '' }) => pointer !== '/data' && /^\/[a-z_]+$/.test(pointer));
