import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/envelope-examples.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const media = (id: string) => ['components', 'pathItems', id, 'get', 'responses', '200', 'content', 'application/json'];
const forms = (id: string) => [...media(id), 'schema'];
const at = [...media('findBooks'), 'examples'];
const inAction = (...changes: [Path, unknown][]) => check(inlined(changed(actionDocument(), ...changes)), {});

test.each(goodDocuments)('a document %s shows each form of its bodies', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a form without an example is refused', () => {
  expect(inAction([[...at, 'bare'], undefined])).toEqual([
    { message: 'example "bare": expected one for each form of the body (full, bare), found it missing', at },
  ]);
  expect(inAction([[...media('readShelf'), 'examples'], undefined])).toHaveLength(1);
});

test('an example whose name is not that of a form is refused', () => {
  expect(inAction([[...at, 'short'], { value: [] }])).toEqual([
    { message: 'example "short": expected the title of a form of the body (full, bare)', at: [...at, 'short'] },
  ]);
});

test('examples in another order than the forms are refused', () => {
  expect(inAction([at, { bare: { value: [] }, full: { value: {} } }])).toEqual([
    { message: 'examples: expected the order of the forms (full, bare), found bare, full', at },
  ]);
});

test('forms without a title, or with the same title, are refused if others have one', () => {
  const titled = (...titles: object[]): [Path, unknown] => [forms('findBooks'), { anyOf: titles }];
  expect(inAction(titled({ title: 'full' }, {}))).toEqual([
    { message: 'expected a title as the other forms have (full), found none', at: [...forms('findBooks'), 'anyOf', 1] },
  ]);
  expect(inAction(titled({ title: 'full' }, { title: 'full' }))).toEqual([
    { message: 'title "full": expected a title of its own, found it twice', at: [...forms('findBooks'), 'anyOf', 1] },
  ]);
  expect(inAction(titled({}, {}))).toEqual([]);
});
