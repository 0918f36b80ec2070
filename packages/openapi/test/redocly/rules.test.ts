import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Check } from '../../src/redocly/rule.ts';
import { actionDocument, defaultDocument, inlined } from '../sample-documents.ts';

const source = join(import.meta.dirname, '../../src/redocly/rules');
const rules = globSync('*/*.ts', { cwd: source }).sort();

test('every rule has a test of its name', () => {
  const tests = globSync('*/*.test.ts', { cwd: join(import.meta.dirname, 'rules') }).sort();
  expect(tests).toEqual(rules.map((file) => file.replace('.ts', '.test.ts')));
});

/** Calls `visit` with the document after each of its values in turn has been replaced by each of `values`. */
function replaceEach(root: unknown, values: unknown[], visit: () => void): void {
  const replaceIn = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const parent = node as Record<string, unknown>;
    for (const [key, original] of Object.entries(parent)) {
      for (const value of values) {
        parent[key] = value;
        visit();
      }
      parent[key] = original;
      replaceIn(original);
    }
  };
  replaceIn(root);
}

test('rules ignore the malformed parts of a document, which the struct rule reports', async () => {
  const modules = await Promise.all(rules.map((file) => import(join(source, file)) as Promise<{ check: Check }>));
  for (const document of [actionDocument(), { ...defaultDocument(), 'x-assumptions': { a: { probe: 'b' } } }]) {
    replaceEach(document, [null, 'x', [null], { x: null }], () => {
      const malformed = inlined(document);
      for (const { check } of modules) check(malformed, {});
    });
  }
});
