import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { provenanceFindings, readClauses, specifiedOnly } from '@vehicle-lookup/openapi/provenance';
import { readContract } from '@vehicle-lookup/testing/generated';
import { expect, test } from 'vitest';
import { sourcePosition } from '../source-position.ts';
import { sentencesAndRows } from './specification.ts';

const folder = join(import.meta.dirname, '..');
const document: Document = readContract();
const clauses = readClauses(document);
const assumptions = readAssumptions(document);

test('the clauses are the sentences and table rows of the specification, word for word and in order', () => {
  const texts = [...clauses.values()].map(({ text }) => text);
  expect(texts).toEqual(sentencesAndRows());
  expect(texts.length).toBeGreaterThan(130);
});

test('every clause has a place or a reason, and every statement of the document has a basis', () => {
  expect(provenanceFindings(document)).toEqual([]);
});

test('every assumption has a valid strength', () => {
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
    'a keyword of a component in a shared file',
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
  ['a field of the root document', ['info', 'description'], 'openapi.yaml', 'description: '],
])('the source position of %s is its file and line', (_, at, file, text) => {
  const found = sourcePosition(at);
  const [, line] = found.split(':');
  expect(found).toBe(`${file}:${line}`);
  expect(Number(line)).toBeGreaterThan(1);
  expect(readFileSync(join(folder, file), 'utf8').split('\n')[Number(line) - 1]).toContain(text);
});

test('the source position of a missing keyword is the position of its component', () => {
  const inVin = sourcePosition(['components', 'schemas', 'Vin', 'format']);
  expect(inVin).toBe(sourcePosition(['components', 'schemas', 'Vin']));
  expect(inVin).not.toBe(sourcePosition(['components', 'schemas', 'CarId', 'format']));
});

test('lint-provenance prints no output for a valid document', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lint-provenance.ts'], { cwd: folder });
  expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
});

test('specified.json is derived from the document together with its index of clauses', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, 'dist', name), 'utf8'));
  const whole = { ...read('openapi.json'), 'x-clauses': read('clauses.json') };
  expect(read('specified.json')).toEqual(specifiedOnly(whole));
});
