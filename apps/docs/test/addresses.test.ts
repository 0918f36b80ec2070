import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSite } from '../src/make-site.ts';

/** Addresses that lead nowhere any more, each with the reason. */
const REMOVED: readonly [pattern: RegExp, reason: string][] = [];

test('every page, download and anchor that was published once still has its address', () => {
  const files = loadSite({});
  const published = readFileSync(join(import.meta.dirname, 'addresses.txt'), 'utf8')
    .trim()
    .split('\n');
  const lost = published.filter((address) => {
    const [path = '', fragment] = address.split('#');
    const page = files.get(path);
    if (REMOVED.some(([pattern]) => pattern.test(address))) return false;
    return page === undefined || (fragment !== undefined && !page.includes(` id="${fragment}"`));
  });
  expect(lost).toEqual([]);
});
