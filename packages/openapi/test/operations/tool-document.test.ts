import { expect, test } from 'vitest';
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
);

test('only the schemas from which Prism generates invalid bodies are rewritten', () => {
  const before = structuredClone(source);
  const document = toolDocument(source);
  expect(source).toEqual(before);
  const rewritten = changed(
    onePathPerOperation(source),
    [
      ['components', 'schemas', 'Time'],
      { ...time, type: ['string'], 'x-faker': { 'helpers.arrayElement': [examples] } },
    ],
    [['components', 'schemas', 'Closed'], { type: 'object', not: without }],
  );
  expect(document).toEqual(rewritten);
});
