import { expect, test } from 'vitest';
import type { Path } from '../../src/openapi/openapi.ts';
import { provenanceFindings } from '../../src/provenance/index.ts';
import { changed } from '../sample-documents.ts';
import { accountedDocument } from './account.ts';

const findingsWith = (...changes: [Path, unknown][]) => provenanceFindings(changed(accountedDocument(), ...changes));
const item: Path = ['components', 'schemas', 'Item'];

test('a complete document has no findings', () => {
  expect(findingsWith()).toEqual([]);
});

test.each<[string, Path, unknown, string]>([
  ['a keyword', [...item, 'properties', 'name', 'maxLength'], 9, '#/components/schemas/Item/properties/name/maxLength'],
  [
    'a keyword that is stricter than the clause',
    [...item, 'properties', 'id', 'enum'],
    [1],
    '#/components/schemas/Item/properties/id/enum',
  ],
  ['the schema `false`', [...item, 'properties', 'old'], false, '#/components/schemas/Item/properties/old'],
  [
    'a status',
    ['components', 'pathItems', 'getItem', 'get', 'responses', '404'],
    { description: 'No.' },
    '#/components/pathItems/getItem/get/responses/404',
  ],
  ['a parameter', ['components', 'parameters', 'Page'], { name: 'page', in: 'query' }, '#/components/parameters/Page'],
  ['a header', ['components', 'responses', 'Gone', 'headers', 'Age'], {}, '#/components/responses/Gone/headers/Age'],
  ['a security scheme', ['components', 'securitySchemes', 'user'], {}, '#/components/securitySchemes/user'],
])('%s without a basis is reported', (_, at, value, place) => {
  const [finding, ...more] = findingsWith([at, value]);
  expect(more).toEqual([]);
  expect(finding?.message).toContain(`expected a clause with this place (${place}), or an x-assumes that covers it`);
  expect(finding?.at).toEqual(at);
});

test('a statement without a basis is reported with the clause for the same place in a similar component', () => {
  const [finding] = findingsWith(
    [['components', 'schemas', 'NewItem'], { type: 'object' }],
    [
      ['components', 'pathItems', 'getItem', 'get', 'responses', '200', 'content', 'application/json', 'schema'],
      {
        $ref: '#/components/schemas/NewItem',
      },
    ],
  ).filter(({ message }) => message.includes('NewItem'));
  expect(finding?.message).toMatch(/found neither; the clause item\S* has the same place in Item/);
});

test('a keyword below an assumed node does not require a separate basis', () => {
  expect(findingsWith([['components', 'headers', 'Wait', 'schema', 'maximum'], 9])).toEqual([]);
});

test('a clause is reported if it has no place, no reason and no assumption', () => {
  const expected = 'expected a place, a reason in unstated, or an assumption that lists it in clauses, found none';
  expect(findingsWith([['x-clauses', 'notation', 'unstated'], undefined])).toEqual([
    { message: `clause notation: ${expected}`, at: ['x-clauses', 'notation'] },
  ]);
  expect(findingsWith([['x-clauses', 'status.200', 'places'], []])).toContainEqual({
    message: `clause status.200: ${expected}`,
    at: ['x-clauses', 'status.200'],
  });
});

test('a place that does not exist is reported with the existing keys', () => {
  const place = '#/components/schemas/Itm/type';
  expect(findingsWith([['x-clauses', 'item.1', 'places', 0], place])).toContainEqual({
    message: `clause item.1: the place ${place} does not exist; #/components/schemas has Id, Item`,
    at: ['x-clauses', 'item.1', 'places', 0],
  });
});

test('a clause is reported if it has no text, or has both places and a reason', () => {
  const messages = findingsWith(
    [['x-clauses', 'request.id', 'text'], ' '],
    [['x-clauses', 'request.token', 'unstated'], 'It is not needed.'],
  ).map(({ message }) => message);
  expect(messages).toEqual([
    'clause request.id: expected the clause wording in text, found none',
    'clause request.token: expected places or unstated, found both',
  ]);
});

test.each<[string, Path, unknown]>([
  ['a keyword', [...item, 'properties', 'name', 'x-assumes'], { pattern: 'gone' }],
  ['a status', ['components', 'pathItems', 'getItem', 'get', 'x-assumes'], { 'responses/200': 'gone' }],
  ['an entry of a list', [...item, 'x-assumes'], { 'required/name': 'gone' }],
])('%s that is both specified and assumed is reported', (_, at, marks) => {
  const places = ['#/components/schemas/Item/properties/name', '#/components/schemas/Item/properties/name/pattern'];
  const messages = findingsWith(
    [at, marks],
    [
      ['x-clauses', 'item.name', 'places'],
      [...places, `#${'/components/schemas/Item/required/name'}`],
    ],
  )
    .map(({ message }) => message)
    .filter((message) => message.includes('a clause or an assumption'));
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(/: expected a clause or an assumption, found the clauses .+ and the assumptions gone$/);
});

test('a required parameter without a basis for `required` is reported', () => {
  const [finding] = findingsWith([['x-clauses', 'request.id', 'places'], ['#/components/parameters/Id']]);
  expect(finding?.message).toContain('parameter id required: expected a clause with this place');
});

test('a place refers to a list element by name, not by index', () => {
  const message = (place: string) =>
    findingsWith([
      ['x-clauses', 'request.token', 'places'],
      ['#/components/securitySchemes/token', place],
    ]).map((one) => one.message);
  expect(message('#/components/schemas/Item/required/name')).toEqual([]);
  expect(message('#/components/pathItems/getItem/get/parameters/Id')).toEqual([]);
  expect(message('#/components/schemas/Item/required/0')).toEqual([
    'clause request.token: the place #/components/schemas/Item/required/0 does not exist; #/components/schemas/Item/required has id, name',
  ]);
});

test('an assumption without a known clause is reported, with the clauses of the section', () => {
  expect(findingsWith([['x-assumptions', 'gone', 'clauses'], undefined])).toContainEqual({
    message: 'assumption gone: expected clause IDs in clauses, found none',
    at: ['x-assumptions', 'gone', 'clauses'],
  });
  expect(findingsWith([['x-assumptions', 'gone', 'clauses'], ['status.410']])).toContainEqual({
    message:
      'assumption gone: expected a clause from x-clauses, found "status.410"; this section has status.200, status.not-shown',
    at: ['x-assumptions', 'gone', 'clauses', 0],
  });
  expect(findingsWith([['x-assumptions', 'gone', 'clauses'], ['responses']])[0]?.message).toMatch(
    /known sections: item, request, status, notation$/,
  );
});
