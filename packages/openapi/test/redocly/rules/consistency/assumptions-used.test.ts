import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/assumptions-used.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const entry = {
  statement: 'Words are compared without case.',
  silence: 'Searching',
  strength: 'chosen',
  evidence: 'None.',
  probe: 'Ask.',
};
const words: Path = ['components', 'schemas', 'Words', 'x-assumes'];
const assumed = (marks: unknown, entries: unknown) =>
  check(inlined(changed(actionDocument(), [words, marks], [['x-assumptions'], entries])), {});

test.each(goodDocuments)('a document %s needs no assumptions', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each([
  ['a keyword', { type: 'word-case' }],
  ['what the schema means', { meaning: 'word-case' }],
  ['several ids for one keyword', { type: ['word-case', 'word-case'] }],
])('an assumption that is defined and used is accepted: %s', (_, marks) => {
  expect(assumed(marks, { 'word-case': entry })).toEqual([]);
});

test('an assumption that nothing uses is refused', () => {
  expect(assumed(undefined, { 'word-case': entry })).toEqual([
    {
      message: 'assumption word-case: expected an x-assumes that names it, found none',
      at: ['x-assumptions', 'word-case'],
    },
  ]);
});

test('an id that is not defined is refused, once for a shared schema, and the known ids are named', () => {
  const findings = assumed({ type: ['word-case', 'case'] }, { 'word-case': entry });
  expect(findings).toHaveLength(1);
  expect(findings[0]?.message).toBe(
    'x-assumes: type: expected an id of x-assumptions, found "case"; there are word-case',
  );
  expect(findings[0]?.at.slice(-3)).toEqual(['schema', 'x-assumes', 'type']);
});

test('a keyword that is not there is refused, and the keywords of the node are named', () => {
  expect(assumed({ pattern: 'word-case' }, { 'word-case': entry })[0]?.message).toMatch(
    /^x-assumes: pattern is not there; expected meaning, or a keyword of this node: .*\btype\b/,
  );
});

test('a marked path that does not exist is refused, with the keywords that the node has', () => {
  const document = changed(
    actionDocument(),
    [['components', 'pathItems', 'findAuthors', 'get', 'x-assumes'], { 'responses/410': 'word-case' }],
    [['x-assumptions'], { 'word-case': entry }],
  );
  expect(check(inlined(document), {})[0]?.message).toMatch(
    /^x-assumes: responses\/410 is not there; responses has 200, 400/,
  );
});

test.each([
  ['a list', ['word-case']],
  ['nothing', {}],
])('an x-assumes that is %s is refused', (_, marks) => {
  expect(assumed(marks, { 'word-case': entry })[0]?.message).toBe(
    'x-assumes: expected what rests on assumptions, such as `required: some-id`; found none',
  );
});

test('a keyword without an id is refused', () => {
  expect(assumed({ type: 3 }, undefined)[0]?.message).toBe(
    'x-assumes: type: expected an id of x-assumptions, or a list of ids',
  );
});

test('x-specified is refused for a keyword that rests on no assumption', () => {
  const specified: Path = ['components', 'schemas', 'Words', 'x-specified'];
  const document = changed(
    actionDocument(),
    [words, { type: 'word-case' }],
    [specified, { pattern: 'a' }],
    [['x-assumptions'], { 'word-case': entry }],
  );
  expect(check(inlined(document), {}).map(({ message }) => message)).toEqual([
    'x-specified: pattern: expected the same keyword in x-assumes, found none',
  ]);
});

test('an assumption states what, where, why and how to find out', () => {
  const incomplete = { ...entry, probe: undefined, evidence: ' ', strength: undefined };
  expect(assumed({ type: 'word-case' }, { 'word-case': incomplete })).toEqual(
    ['evidence', 'probe', 'strength'].map((name) => ({
      message: `assumption word-case: expected a text in ${name}, found none`,
      at: ['x-assumptions', 'word-case', name],
    })),
  );
});
