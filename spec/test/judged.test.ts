import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, jsonOf, operationTable, readOperations } from '@vehicle-lookup/openapi';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { readContract } from '@vehicle-lookup/testing/generated';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { judgedBodies } from './judged/bodies.ts';
import { judgedCredentials, judgedQueries } from './judged/queries.ts';

// What specified.json accepts and rejects is compared with what a person reads in the specification, line by line.
const read = (name: string): Document => JSON.parse(readFileSync(join(import.meta.dirname, '../dist', name), 'utf8'));
const specified = read('specified.json');
const table = operationTable(readContract());

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'specified', components: specified.components } as object);
const schemas = new Map(
  readOperations(specified).map(({ id, responses }) => {
    const success = responses.find(({ status }) => status === '200');
    const schema = JSON.stringify(success && jsonOf(success)?.schema).replaceAll('"#/', '"specified#/');
    return [id, ajv.compile(JSON.parse(schema))];
  }),
);

test.each(judgedBodies)('line $line, $operation: $what', ({ operation, body, isForbidden }) => {
  const accepts = schemas.get(operation);
  expect(accepts?.(body), JSON.stringify(accepts?.errors)).toBe(!isForbidden);
});

const judge = (query: string): string => {
  const found = resolve(table, query);
  if (found.ok) return found.operation;
  return found.error.clause === undefined ? 'open' : 'forbidden';
};

test.each(judgedQueries)('line %i: the query %s is %s', (_, query, judged) => {
  expect(judge(`user=demo&key=demo&${query}`)).toBe(judged);
});

test.each(judgedCredentials)('line %i: the credentials %s are %s', (_, credentials, judged) => {
  expect(judge(`${credentials}&brands=1`)).toBe(judged);
});

test('every row names a line of the specification that says something', () => {
  const lines = readFileSync(join(import.meta.dirname, '../interface-specification.md'), 'utf8').split('\n');
  const named = [
    ...judgedBodies.map(({ line }) => line),
    ...[...judgedQueries, ...judgedCredentials].map(([line]) => line),
  ];
  expect(named.filter((line) => (lines[line - 1] ?? '').length < 10)).toEqual([]);
});
