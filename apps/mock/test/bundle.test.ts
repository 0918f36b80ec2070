import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prismHttp from '@stoplight/prism-http';
import { operationTable } from '@vehicle-lookup/contract';
import { onePathPerOperation, readOperations } from '@vehicle-lookup/openapi';
import { describe, expect, test } from 'vitest';
import { forExamples, forGenerator, readDocument } from '../src/document.ts';
import { createPrism } from '../src/prism.ts';
import { queryOf } from './document.ts';

/** Returns the document without examples. Prism generates a response without examples from its schema. */
function withoutExamples() {
  const document = readDocument();
  for (const { responses } of readOperations(document))
    for (const { node } of responses.flatMap(({ media }) => media)) delete node.examples;
  return document;
}

// The build omits some modules of Prism. The bundle must still return the same responses as the whole package.
describe.each([
  ['examples only', forExamples(readDocument())],
  ['the schemas of the examples', forGenerator(readDocument())],
  ['the schemas of the document', onePathPerOperation(readDocument())],
  ['no examples', onePathPerOperation(withoutExamples())],
])('with %s, the bundle and the package return the same responses', async (_, document) => {
  const bundle = await createPrism(structuredClone(document));
  const whole = await createPrism(structuredClone(document), prismHttp);

  test.each(operationTable.operations)('$id', async ({ id, statuses }) => {
    const query = `user=u&key=k&${queryOf(id)}`;
    expect(await whole({ operation: id, pairs: [...new URLSearchParams(query)] })).toMatchObject({ status: 200 });
    const queries = [query, queryOf(id), 'user=u&key=k', query.replace(/=[^=&]*$/, '=-'), `${query}&more=1`];
    for (const pairs of queries.map((one) => [...new URLSearchParams(one)]))
      for (const code of [undefined, ...statuses, '418'])
        for (const seed of [undefined, '1', '2', '3']) {
          const request = { operation: id, pairs, code, seed };
          expect(await bundle(request), JSON.stringify(request)).toEqual(await whole(request));
        }
  });
});

test('LICENSES.txt contains the licence of every package in the bundle', () => {
  const [code = '', licences = ''] = ['index.js', 'LICENSES.txt'].map((file) =>
    readFileSync(join(import.meta.dirname, '../dist/prism-http', file), 'utf8'),
  );
  const files = code.matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm);
  const names = new Set([...files].map(([, name]) => name));
  expect(names).toContain('@stoplight/prism-http');
  expect([...names].filter((name) => !licences.includes(`${name} `))).toEqual([]);
});
