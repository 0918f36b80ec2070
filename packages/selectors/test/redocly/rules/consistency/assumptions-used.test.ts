import { expect, test } from 'vitest';
import type { Path } from '../../../../src/document/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/assumptions-used.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const entry = { statement: 'Words are compared without case.', silence: 'Searching', evidence: 'None.', probe: 'Ask.' };
const words: Path = ['components', 'schemas', 'Words', 'x-assumes'];
const assumed = (id: unknown, entries: unknown) =>
  check(inlined(changed(actionDocument(), [words, id], [['x-assumptions'], entries])), {});

test.each(goodDocuments)('a document %s needs no assumptions', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('an assumption that is stated and used is accepted', () => {
  expect(assumed(['word-case'], { 'word-case': entry })).toEqual([]);
});

test('an assumption that nothing uses is refused', () => {
  expect(assumed([], { 'word-case': entry })).toEqual([
    {
      message: 'assumption word-case: expected an x-assumes that names it, found none',
      at: ['x-assumptions', 'word-case'],
    },
  ]);
});

test('the id of an assumption that is not stated is refused, once for a shared schema', () => {
  const findings = assumed(['case'], undefined);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.message).toBe('x-assumes: expected an id of x-assumptions, found "case"');
  expect(findings[0]?.at.slice(-3)).toEqual(['schema', 'x-assumes', 0]);
});

test('an assumption without one of its texts is refused', () => {
  expect(assumed(['word-case'], { 'word-case': { ...entry, probe: undefined, evidence: ' ' } })).toEqual([
    {
      message: 'assumption word-case: expected a text in evidence, found none',
      at: ['x-assumptions', 'word-case', 'evidence'],
    },
    {
      message: 'assumption word-case: expected a text in probe, found none',
      at: ['x-assumptions', 'word-case', 'probe'],
    },
  ]);
});

test('x-assumes that is not a list is refused', () => {
  expect(assumed('word-case', undefined)[0]?.message).toBe('x-assumes: expected a list of assumption ids');
});
