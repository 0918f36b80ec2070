import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { exampleBodies } from '@vehicle-lookup/document';
import { expect, test } from 'vitest';
import { errorBody, operationTable, resolveOperation } from '../src/index.ts';

// For every kind of problem, the document shows the query and the body that answers it. Both must be what the resolver says.
const document = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json'), 'utf8'),
);
const examples = exampleBodies(document);
// All operations share these responses.
const examplesOf = (status: string) =>
  examples.filter((example) => example.operation === examples[0]?.operation && example.status === status);

const credentials = operationTable.credentials.map((name) => `${name}=x`).join('&');

test.each(examplesOf('400'))('the example $name answers the query in its summary', ({ name, summary, body }) => {
  const query = /^`(.*)`$/.exec(summary ?? '')?.[1];
  expect(query, `${name}: expected a summary that is the query in backticks`).toBeDefined();
  const resolution = resolveOperation(`${credentials}&${query}`);
  expect(resolution).toMatchObject({ ok: false, problem: { kind: name, status: 400 } });
  if (!resolution.ok) expect(body).toEqual(errorBody(resolution.problem.message));
});

test('the example missing-credentials answers a query without credentials', () => {
  const example = examplesOf('401').find(({ name }) => name === 'missing-credentials');
  const resolution = resolveOperation('');
  if (resolution.ok) expect.unreachable();
  else expect(example?.body).toEqual(errorBody(resolution.problem.message));
});
