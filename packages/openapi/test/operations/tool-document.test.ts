import { expect, test } from 'vitest';
import { removeUnused } from '../../src/openapi/unused.ts';
import { showInvalidRequests } from '../../src/operations/invalid-requests.ts';
import { onePathPerOperation } from '../../src/operations/projections.ts';
import { toolDocument } from '../../src/operations/tool-document.ts';
import { actionDocument, changed } from '../sample-documents.ts';

const examples = ['2025-07-02T22:37:25+00:00'];
const time = { type: 'string', format: 'date-time', pattern: '\\+', examples };
const without = { required: ['open'], properties: { open: {} } };
const source = changed(
  actionDocument(),
  [['components', 'schemas', 'Time'], time],
  [['components', 'schemas', 'Day'], { type: 'string', format: 'date-time', examples }],
  [['components', 'schemas', 'Closed'], { type: 'object', not: { type: 'object', ...without } }],
  [['components', 'schemas', 'Other'], { type: 'object', not: { type: 'string' } }],
  [
    ['components', 'schemas', 'Book', 'properties', 'others'],
    { anyOf: ['Time', 'Day', 'Closed', 'Other'].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  ],
);

test('only schemas from which Prism would generate invalid bodies are rewritten', () => {
  const before = structuredClone(source);
  const document = toolDocument(source);
  expect(source).toEqual(before);
  const shown = structuredClone(source);
  showInvalidRequests(shown);
  const projected = onePathPerOperation(shown);
  removeUnused(projected);
  const rewritten = changed(
    projected,
    [
      ['components', 'schemas', 'Time'],
      { ...time, type: ['string'], 'x-faker': { 'helpers.arrayElement': [examples] } },
    ],
    [['components', 'schemas', 'Closed'], { type: 'object', not: without }],
  );
  expect(document).toEqual(rewritten);
});

test('each 400 response shows the invalid requests of its operation, and the source clauses are removed', () => {
  const document = toolDocument({ ...source, 'x-clauses': { a: { text: 'A.', places: ['#/info'] } } });
  expect(document['x-clauses']).toBeUndefined();
  const examples = (id: string) => {
    const { responses } = (document.paths as ReturnType<typeof JSON.parse>)[`/${id}`].get;
    return responses['400'].content['application/json'].examples;
  };
  expect(examples('findBooks')['unknown-parameter']).toEqual({
    summary: expect.stringMatching(/&page=2$/),
    value: { failed: true, reason: expect.stringMatching(/findBooks/) },
  });
  expect(examples('readShelf')['unknown-parameter'].value.reason).toMatch(/readShelf/);
});
