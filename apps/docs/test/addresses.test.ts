import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileAt, files } from './rendered.ts';

/** URLs that no longer exist, each with the reason. */
const REMOVED: readonly [pattern: RegExp, reason: string][] = [
  [/^reference\.html#section\//, 'the page script converts these fragments to the fragments of Redoc'],
  [/^reference\.html#(redocly-link-icon|api-content)$/, 'Redoc creates its elements in the browser'],
  [/^reference\.html#reference-(title|data)$/, 'internal: the heading and the data of the reference'],
  [/#try-it-(title|data)$/, 'internal: the heading and the data of the form'],
];

test('published URLs of pages, downloads and anchors still exist', () => {
  const published = readFileSync(join(import.meta.dirname, 'addresses.txt'), 'utf8')
    .trim()
    .split('\n');
  const lost = published.filter((address) => {
    const [path = '', fragment] = address.split('#');
    if (REMOVED.some(([pattern]) => pattern.test(address))) return false;
    return !files.has(path) || (fragment !== undefined && !fileAt(path).includes(` id="${fragment}"`));
  });
  expect(lost).toEqual([]);
  for (const [pattern, reason] of REMOVED)
    expect(
      published.some((address) => pattern.test(address)),
      reason,
    ).toBe(true);
});
