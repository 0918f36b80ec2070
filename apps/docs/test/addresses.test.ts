import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileAt, files } from './rendered.ts';

/** Addresses that lead nowhere, each with the reason. */
const REMOVED: readonly [pattern: RegExp, reason: string][] = [
  [/^reference\.html#section\//, 'the script of the page translates them to the addresses of Redoc'],
  [/^reference\.html#(redocly-link-icon|api-content)$/, 'Redoc creates its elements in the browser'],
  [/^reference\.html#reference-(title|data)$/, 'internal: the heading and the data of the reference'],
  [/#try-it-(title|data)$/, 'internal: the heading and the data of the form'],
];

test('every page, download and anchor that was published still has its address', () => {
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
