import { describe, expect, test } from 'vitest';
import { at, type Document } from '../src/index.ts';
import { applyActions } from '../src/overlay/index.ts';

const base = {
  openapi: '3.1.1',
  info: { title: 'Library', version: '1.0.0' },
  paths: { "/it's": {} },
  components: { schemas: { Book: { required: ['isbn', 'title', 'isbn'], minProperties: 1 }, Shelf: {} } },
} as Document;
const book = (...actions: unknown[]) => at(applyActions(base, actions), '/components/schemas/Book');

describe('an update action', () => {
  test('is merged into every match of its target without changing the source', () => {
    const before = structuredClone(base);
    const changed = applyActions(base, [{ target: '$.components.schemas.*', update: { title: 'Added' } }]);
    expect(changed.components?.schemas).toMatchObject({ Book: { title: 'Added' }, Shelf: { title: 'Added' } });
    expect(base).toEqual(before);
  });

  test('appends to lists and replaces other values', () => {
    const update = { required: ['year'], minProperties: 2 };
    expect(book({ target: '$.components.schemas.Book', update })).toEqual({
      required: ['isbn', 'title', 'isbn', 'year'],
      minProperties: 2,
    });
  });

  test('changes the document itself if the target is $', () => {
    expect(applyActions(base, [{ target: '$', update: { tags: [] } }])).toEqual({ ...base, tags: [] });
  });

  test('can target a name that contains a quote', () => {
    const [target, update] = ['$.paths["/it\'s"]', { get: {} }];
    expect(applyActions(base, [{ target, update }]).paths).toEqual({ "/it's": { get: {} } });
  });

  test('applies to the result of the previous actions', () => {
    const target = '$.components.schemas.Book';
    expect(book({ target: `${target}.required`, remove: true }, { target, update: { required: ['year'] } })).toEqual({
      required: ['year'],
      minProperties: 1,
    });
  });
});

test('a remove action removes fields, and every list element that its target matches', () => {
  expect(
    book(
      { target: "$.components.schemas.Book.required[?@ == 'isbn']", remove: true },
      { target: '$.components.schemas.Book.minProperties', remove: true, update: 3 },
    ),
  ).toEqual({ required: ['title'] });
});

describe('an invalid action is reported with its index', () => {
  const good = { target: '$.info', update: {} };
  test.each([
    [
      'a target without a match, with the existing keys in the message',
      { target: '$.info.name', remove: true },
      'target $.info.name has no match; $.info has title, version',
    ],
    ['a target that is not a JSONPath', { target: '$.[', remove: true }, 'target $.[ is not a JSONPath (RFC 9535)'],
    ['an action without a target', { update: {} }, 'target: expected a JSONPath that begins with $, got undefined'],
    ['an action without an update or a removal', { target: '$.info' }, 'expected update, or remove: true'],
    ['a null action', null, 'target: expected a JSONPath that begins with $, got undefined'],
  ])('%s', (_, action, message) => {
    expect(() => applyActions(base, [good, action])).toThrow(`actions[1]: ${message}`);
  });
});
