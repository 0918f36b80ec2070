import type { Violation } from '../violation.ts';

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
