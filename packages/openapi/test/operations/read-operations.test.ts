import { expect, test } from 'vitest';
import {
  bodyForms,
  type Document,
  dereference,
  exampleBodies,
  exampleQuery,
  jsonOf,
  readOperations,
  readWireOperation,
  referenceTo,
  resolveSchema,
  target,
} from '../../src/index.ts';
import { actionDocument, changed, defaultDocument } from '../sample-documents.ts';

const library = actionDocument();
const [books] = readOperations(library);

test('operations are read in document order, with their method', () => {
  expect(readOperations(library).map(({ id, method }) => [id, method])).toEqual([
    ['findBooks', 'get'],
    ['findAuthors', 'get'],
    ['readShelf', 'get'],
  ]);
  expect(readWireOperation(library)).toMatchObject({ id: 'get /library', path: '/library', method: 'get' });
});

test('the location of every part is its location after its references are followed', () => {
  for (const { at, node, parameters, responses } of readOperations(library)) {
    const parts = [{ at, node }, ...parameters, ...responses, ...responses.flatMap(({ media }) => media)];
    for (const part of parts) expect(target(library, referenceTo(part.at))).toBe(part.node);
  }
  const shared = books?.responses.find(({ status }) => status === '400');
  expect(shared).toMatchObject({ component: 'BadRequest', at: ['components', 'responses', 'BadRequest'] });
});

test('a selector value is a string, and a parameter schema is the target of its reference', () => {
  expect(books?.parameters.map(({ name, required, selector }) => [name, required, selector])).toEqual([
    ['action', true, 'find'],
    ['words', true, undefined],
    ['language', false, undefined],
  ]);
  expect(books?.parameters[1]?.schema).toMatchObject({ type: 'string', minLength: 1, maxLength: 80 });
});

test.each([
  ['its example', { example: 'a', schema: { type: 'string', example: 'b' } }, 'a'],
  ['its first named example', { examples: { one: { value: 'c' } }, schema: { type: 'string' } }, 'c'],
  ['the example of its schema', { schema: { type: 'string', example: 'd' } }, 'd'],
  ['the first example of its schema', { schema: { type: 'string', examples: ['e', 'f'] } }, 'e'],
  ['its constant', { schema: { const: 1 } }, 1],
])('the example of a parameter is %s', (_, parameter, expected) => {
  const at = ['components', 'pathItems', 'getItem', 'get', 'parameters', 0];
  const document = changed(defaultDocument(), [at, { name: 'id', in: 'query', required: true, ...parameter }]);
  expect(readOperations(document)[0]?.parameters[0]?.example).toBe(expected);
});

test('example bodies are read with their operation, status and name, even through a reference', () => {
  const example = { $ref: '#/components/examples/No' };
  const at = ['components', 'responses', 'BadRequest', 'content', 'application/json', 'examples', 'selector-value'];
  const document = changed(
    defaultDocument(),
    [at, example],
    [['components', 'examples'], { No: { value: { error: 'no' } } }],
  );
  const bodies = exampleBodies(document).filter(({ name }) => name === 'selector-value');
  expect(bodies.map(({ operation, status, body }) => [operation, status, body])).toEqual(
    ['getItem', 'getParts', 'listItems'].map((id) => [id, '400', { error: 'no' }]),
  );
});

test('an example query has the required parameters except credentials', () => {
  expect(exampleQuery(library, 'findAuthors')).toMatchObject({
    action: 'find',
    kind: 'author',
    words: expect.any(String),
  });
  expect(() => exampleQuery(library, 'burn')).toThrow('expected an operation burn, found none');
});

test('the envelopes of a body have their titles and locations', () => {
  const media = books?.responses.flatMap((response) => (response.status === '200' ? (jsonOf(response) ?? []) : []))[0];
  const forms = bodyForms(library, media?.schema, [...(media?.at ?? []), 'schema']);
  expect(forms.map(({ title }) => title)).toEqual(['full', 'bare']);
  for (const { at, schema } of forms)
    expect(resolveSchema(library, target(library, referenceTo(at))).schema).toEqual(schema);
});

test('a resolved schema includes the sibling keywords of its references and the component name', () => {
  const document = {
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { type: 'string', title: 'b' } } },
  } as Document;
  expect(resolveSchema(document, { $ref: '#/components/schemas/A', title: 'a' })).toEqual({
    schema: { type: 'string', title: 'a' },
    component: 'B',
  });
  expect(resolveSchema(document, false).schema).toEqual({ not: true });
});

test.each([
  ['#/components/schemas/C', 'has no target in the document'],
  ['#/components/schemas/A', 'refers to itself'],
])('the reference %s is rejected', (ref, message) => {
  const schemas = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } };
  for (const read of [dereference, resolveSchema]) {
    expect(() => read({ components: { schemas } }, { $ref: ref })).toThrow(message);
  }
});
