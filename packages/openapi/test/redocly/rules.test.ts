import { test } from 'vitest';
import { consistency, subset } from '../../src/redocly/rules/index.ts';
import { actionDocument, defaultDocument, inlined } from '../sample-documents.ts';

/** Replaces every value in a document, in turn, by each of `values`, and calls `visit` after each replacement. */
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

test('rules ignore malformed parts of a document without throwing', () => {
  const checks = Object.values({ ...subset, ...consistency });
  for (const document of [actionDocument(), { ...defaultDocument(), 'x-assumptions': { a: { probe: 'b' } } }]) {
    replaceEach(document, [null, 'x', [null], { x: null }], () => {
      const malformed = inlined(document);
      for (const check of checks) check(malformed, {} as never);
    });
  }
});
