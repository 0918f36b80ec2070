import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, jsonOf, operationTable, readOperations } from '@vehicle-lookup/openapi';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { readContract } from '@vehicle-lookup/testing/generated';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { judgedBodies } from './judged/bodies.ts';
import { judgedCredentials, judgedQueries } from './judged/queries.ts';

// Compares the contract without assumptions with manual judgements for each line of the specification.
const read = (name: string): Document => JSON.parse(readFileSync(join(import.meta.dirname, '../dist', name), 'utf8'));
const table = operationTable(readContract());

/** Returns validators of the 200 bodies of a document, by operation. */
function schemasIn(document: Document): Map<string, ValidateFunction> {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components } as object);
  return new Map(
    readOperations(document).map(({ id, responses }) => {
      const success = responses.find(({ status }) => status === '200');
      const schema = JSON.stringify(success && jsonOf(success)?.schema).replaceAll('"#/', '"document#/');
      return [id, ajv.compile(JSON.parse(schema))];
    }),
  );
}
const specified = schemasIn(read('specified.json'));
const assumed = schemasIn(read('openapi.json'));

test.each(judgedBodies)(
  'specified.json agrees with line $line about a body of $operation: $what',
  ({ operation, body, isForbidden }) => {
    const accepts = specified.get(operation);
    expect(accepts?.(body), JSON.stringify(accepts?.errors)).toBe(!isForbidden);
  },
);

test('the contract accepts a forbidden body only if an assumption allows the body', () => {
  const accepted = judgedBodies.filter(
    ({ operation, body, isForbidden }) => isForbidden && assumed.get(operation)?.(body),
  );
  expect(accepted.map(({ what }) => what)).toEqual([
    // Assumption simplified-vehicle.
    'simplified, without valves',
    'simplified, powerHpFrom as a string',
    // Assumption type-years-open.
    'data.0.typeYears is "10.2008 - "',
  ]);
});

const judge = (query: string): string => {
  const found = resolve(table, query);
  if (found.ok) return found.operation;
  return found.error.clause === undefined ? 'open' : 'forbidden';
};

test.each(judgedQueries)('the resolver agrees with line %i about the query %s: %s', (_, query, judged) => {
  expect(judge(`user=demo&key=demo&${query}`)).toBe(judged);
});

test.each(judgedCredentials)(
  'the resolver agrees with line %i about the credentials %s: %s',
  (_, credentials, judged) => {
    expect(judge(`${credentials}&brands=1`)).toBe(judged);
  },
);

test('every judgement refers to a line with content in the specification', () => {
  const lines = readFileSync(join(import.meta.dirname, '../interface-specification.md'), 'utf8').split('\n');
  const named = [
    ...judgedBodies.map(({ line }) => line),
    ...[...judgedQueries, ...judgedCredentials].map(([line]) => line),
  ];
  expect(named.filter((line) => (lines[line - 1] ?? '').length < 10)).toEqual([]);
});
