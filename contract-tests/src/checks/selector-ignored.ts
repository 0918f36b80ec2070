import { isDeepStrictEqual } from 'node:util';
import type { EarlierSuccess } from '../plan/known-data.ts';
import type { Breach } from './breach.ts';

/** Whether a reply is that of another selector. That two lists are empty means nothing. */
export function selectorIgnored(body: unknown, others: readonly string[], earlier: EarlierSuccess): Breach[] {
  const content = contentOf(body);
  if (content.length === 0) return [];
  return others
    .filter((other) => isDeepStrictEqual(content, contentOf(earlier(other)?.body)))
    .map((other) => ({
      code: 'selector-ignored',
      expected: `another reply than that of ${other}`,
      got: `the reply of ${other}`,
      next: 'Make the service obey the selector.',
    }));
}

/** The lists and records of a body; other members, such as a time, differ from reply to reply. */
function contentOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap((member) => (typeof member === 'object' && member !== null ? member : []));
}
