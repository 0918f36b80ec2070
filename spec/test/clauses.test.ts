import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { provenanceFindings, readClauses } from '@vehicle-lookup/openapi/provenance';
import { readContract } from '@vehicle-lookup/testing/generated';
import { expect, test } from 'vitest';
import { sourcePosition } from '../source-position.ts';
import { sentencesAndRows } from './specification.ts';

const folder = join(import.meta.dirname, '..');
const document: Document = readContract();
const clauses = readClauses(document);
const assumptions = readAssumptions(document);

test('every sentence and every table row of the specification is a clause, word for word and in its order', () => {
  const texts = [...clauses.values()].map(({ text }) => text);
  expect(texts).toEqual(sentencesAndRows());
  expect(texts.length).toBeGreaterThan(130);
});

test('every clause has a place or a reason, and every statement of the document an owner', () => {
  expect(provenanceFindings(document)).toEqual([]);
});

test('every assumption says how strong it is', () => {
  expect([...assumptions].filter(([, { strength }]) => strength === undefined)).toEqual([]);
});

test.each([
  [
    'a keyword of a component',
    ['components', 'schemas', 'Fluid', 'required'],
    'components/schemas/Fluid.yaml',
    'AddTextStr',
  ],
  [
    'a keyword of one of several',
    ['components', 'schemas', 'Vin', 'pattern'],
    'components/schemas/scalars.yaml',
    '{8,17}',
  ],
  ['a parameter', ['components', 'parameters', 'Fluids', 'name'], 'components/parameters.yaml', 'name: fluids'],
  [
    'an example',
    ['components', 'examples', 'GetFluidsBare', 'value'],
    'components/examples/getFluids.yaml',
    'Engine oil',
  ],
  [
    'a status',
    ['components', 'pathItems', 'getFluids', 'get', 'responses', '404'],
    'operations/getFluids.yaml',
    'VehicleNotFound',
  ],
  ['a clause', ['x-clauses', 'errors.404', 'places', 0], 'clauses.yaml', '404'],
  ['an assumption', ['x-assumptions', 'vin-case'], 'assumptions.yaml', 'statement: '],
  ['what stands in the root', ['info', 'description'], 'openapi.yaml', 'description: '],
])('%s is found in the file that holds it', (_, at, file, text) => {
  const found = sourcePosition(at);
  const [, line] = found.split(':');
  expect(found).toBe(`${file}:${line}`);
  expect(Number(line)).toBeGreaterThan(1);
  expect(readFileSync(join(folder, file), 'utf8').split('\n')[Number(line) - 1]).toContain(text);
});

test('what is missing in a component among several is found at the component', () => {
  const inVin = sourcePosition(['components', 'schemas', 'Vin', 'format']);
  expect(inVin).toBe(sourcePosition(['components', 'schemas', 'Vin']));
  expect(inVin).not.toBe(sourcePosition(['components', 'schemas', 'CarId', 'format']));
});

test('a document without a fault is silent', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lint-provenance.ts'], { cwd: folder });
  expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
});
