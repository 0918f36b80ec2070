import { join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { directoryWith, gate, gateReport } from './support/gate.ts';

const operation = (schema: string): string => `
    get:
      operationId: ${schema}
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: ${schema}/Item.yaml } } } }`;

const FILES = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Loans, version: 0.1.0 }
paths:
  /loans:${operation('loans')}
  /books:${operation('books')}
`,
  'loans/Item.yaml': 'type: object\nproperties:\n  state: { $ref: "../shared.yaml#/State" }\n',
  'books/Item.yaml':
    'type: object\nproperties:\n  title: { type: string }\n  state: { $ref: "../shared.yaml#/State" }\n',
  'shared.yaml': 'State: { type: string, enum: [open, closed] }\n',
};

const ONE_FILE = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Loans', version: '0.1.0' },
  paths: Object.fromEntries(
    [
      ['loans', {}],
      ['books', { title: { type: 'string' } }],
    ].map(([name, more]) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          responses: {
            200: {
              description: 'Found.',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { ...Object(more), state: { type: 'string', enum: ['open', 'closed'] } },
                  },
                },
              },
            },
          },
        },
      },
    ]),
  ),
});

test('the files of the document have the same meaning as its bundle', async () => {
  const [source = '', bundled = ''] = ['spec/openapi.yaml', 'spec/dist/openapi.json'].map((file) => join(root, file));
  const { changes } = await gateReport(root, 'diff', source, bundled);
  // The list of clauses exists only next to the source.
  expect(changes.filter(({ code }) => code !== 'clause-changed')).toEqual([]);
});

test('files with the same name remain different schemas', async () => {
  const directory = directoryWith({ ...FILES, 'one.json': ONE_FILE });
  expect(await gate(directory, 'diff', 'openapi.yaml', 'one.json')).toMatchObject({ code: 0 });
  expect((await gateReport(directory, 'diff', 'openapi.yaml', 'one.json')).changes).toEqual([]);
});

test('a change in a second file is reported with its file and line', async () => {
  const before = directoryWith(FILES);
  const after = directoryWith({ ...FILES, 'books/Item.yaml': FILES['books/Item.yaml'].replace('string', 'integer') });
  const { changes } = await gateReport(before, 'diff', 'openapi.yaml', join(after, 'openapi.yaml'));
  expect(changes).toEqual([
    expect.objectContaining({
      operations: ['books'],
      place: { file: expect.stringMatching(/books\/Item\.yaml$/), line: 3 },
    }),
  ]);
});
