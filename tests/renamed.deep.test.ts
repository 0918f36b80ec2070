import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, type Server, startMock, startServer } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { namesOf, renameBack, renameBody, renameDocument, renameQuery, turn } from './renamed/rename.ts';
import { verifyMock } from './support/contract.ts';
import { copyRepository } from './support/copy-repository.ts';
import { examplesOf, queryOf, readBuilt, replaceDocument } from './support/documented.ts';
import { type Body, evaluate } from './support/evaluate.ts';
import { rebuild } from './support/rebuild.ts';
import { operationsOnPage } from './support/repository.ts';

// The same document with different names for every operation, query parameter and payload field. Derived code must behave the same.
const built = readBuilt(root);
const examples = examplesOf(built);
const names = namesOf(built.document, built.table.credentials);
const back = <T>(value: T): T => JSON.parse(renameBack(JSON.stringify(value), names));

/** Valid and invalid queries. */
const access = 'user=demo&key=demo-key';
const queries = [
  ...new Set(examples.map(({ parameters }) => queryOf(built, parameters))),
  '',
  'vin=WVWZZZ1KZAW000001',
  'user=&key=demo-key&vin=WVWZZZ1KZAW000001',
  `${access}&user=demo&vin=WVWZZZ1KZAW000001`,
  ...[
    '',
    'vin=',
    'vin=wvwzzz1kzaw000001',
    'VIN=WVWZZZ1KZAW000001',
    'vin=WVWZZZ1KZAW000001&allCars=0',
    'vin=WVWZZZ1KZAW000001&vin=WVWZZZ1KZAW000001',
    'vin=WVWZZZ1KZAW000001&allCars=1&getEngines=1',
    'carId=25573',
    'carId=0x10&fluids=1',
    'carId=0&only=1',
    'carId=9007199254740993&only=1',
    'carId=25573&fluids=true',
    'carId=25573&fluids=1&fluids=1',
    'carId=25573&fluids=1&oemParts=1',
    'carId=25573&fluids=1&brand=volkswagen',
    'carId=25573&timeRepair=1&page=2',
    'brands=1&brand=volkswagen',
    'models=1',
    'brand=&models=1',
    'brand=volkswagen&variants=1',
  ].map((query) => `${access}&${query}`),
];

let copy: string;
let mocks: { original: Server; renamed: Server };

beforeAll(async () => {
  copy = copyRepository();
  const document = renameDocument(built.document, names);
  replaceDocument(copy, JSON.stringify(document));
  await rebuild(copy, ['apps/service']); // lints, generates and builds everything else
  mocks = { original: await startMock(), renamed: await startServer(bin('mock', copy), ['--port', '0']) };
});

test('the renamed document does not contain the original names', () => {
  const renamed = readBuilt(copy);
  const found = namesOf(renamed.document, renamed.table.credentials);
  for (const kind of ['operations', 'parameters', 'fields'] as const) {
    expect([...found[kind]].map(turn)).toEqual([...names[kind]]);
    expect([...names[kind]].filter((name) => found[kind].has(name))).toEqual([]);
  }
});

// The test compares the code of the compiled validators instead of their digest. PHP field names cannot be renamed back.
const others = ['packages/contract/src/validators/compiled.gen.ts', 'packages/client/php/src/VehicleLookup.gen.php'];
const generated = globSync('packages/*/src/**/*.gen.*', { cwd: root, exclude: others });

test.each([...generated, 'packages/contract/dist/validators/compiled.js'])(
  '%s is identical except for the names',
  (file) => {
    const read = (repository: string) => readFileSync(join(repository, file), 'utf8');
    const text = read(copy);
    expect(text).not.toBe(read(root));
    expect(renameBack(text, names)).toBe(read(root));
  },
);

test('the resolver gives the same result for every query', async () => {
  const original = await evaluate(root, queries, []);
  const translated = queries.map((query) => renameQuery(query, names));
  const renamed = await evaluate(copy, translated, []);
  expect(new Set(original.resolutions.map((found) => (found.ok ? 'ok' : found.error.kind))).size).toBeGreaterThan(7);
  expect(back(renamed.resolutions)).toEqual(original.resolutions);
});

test('the validators give the same verdict for every example and for changed examples', async () => {
  const right = examples.map(({ operation, status, body }): Body => [operation, status, body]);
  const bodies = [...right, ...right.flatMap(mutants)];
  const translated = bodies.map(
    ([operation, status, body]): Body => [turn(operation), status, renameBody(body, names)],
  );
  const original = await evaluate(root, [], bodies);
  const renamed = await evaluate(copy, [], translated);
  expect(original.verdicts.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(right.length);
  expect(original.verdicts.filter(({ ok }) => !ok).length).toBeGreaterThan(right.length);
  expect(back(renamed.verdicts)).toEqual(original.verdicts);
});

async function answerOf({ address }: Server, query: string, prefer?: string) {
  const response = await fetch(`${address}/api/?${query}`, prefer === undefined ? {} : { headers: { prefer } });
  const { date: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.json() };
}

test('the mock returns the same response for every query and every example', async () => {
  const asked = examples.map(({ parameters, status, name }) => {
    return [queryOf(built, parameters), `code=${status}, example=${name}`] as const;
  });
  for (const [query, prefer] of [...queries.map((query) => [query] as const), ...asked]) {
    const original = await answerOf(mocks.original, query, prefer);
    const renamed = await answerOf(mocks.renamed, renameQuery(query, names), prefer);
    expect({ query, ...back(renamed) }).toEqual({ query, ...original });
  }
});

test('the contract suite gives the same report', async () => {
  const [original, renamed] = [await verifyMock(root), await verifyMock(copy)];
  expect(original.verdict).toBe('conformant');
  // The findings of value rules and probes are excluded, because they intentionally contain names of this API.
  for (const part of ['verdict', 'cells', 'findings', 'drift', 'credentials'] as const) {
    expect(back(renamed[part]), part).toEqual(original[part]);
  }
  expect(original.cells.length).toBeGreaterThan(0);
});

test('the documentation shows the same URLs', () => {
  expect(back([...operationsOnPage(copy)])).toEqual([...operationsOnPage(root)]);
});

type Member = { [key: string]: unknown } | unknown[];
const isMember = (value: unknown): value is Member => typeof value === 'object' && value !== null;

/** Returns bodies with one fault each: for every field of the first records, the field is missing or has a different type. */
function mutants([operation, status, body]: Body): Body[] {
  return places(body, []).flatMap((place): Body[] => [
    [operation, status, changed(body, place, undefined)],
    [operation, status, changed(body, place, { of: 'another type' })],
  ]);
}

/** Returns every location in a body. In a list, only the first element is included, because the other elements are similar. */
function places(value: unknown, at: string[]): string[][] {
  if (!isMember(value)) return [];
  const keys = Array.isArray(value) ? Object.keys(value.slice(0, 1)) : Object.keys(value);
  return keys.flatMap((key) => [[...at, key], ...places((value as Record<string, unknown>)[key], [...at, key])]);
}

/** Returns a copy with a different value in one location. JSON omits an undefined field. */
function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = changed(copy[key], rest, replacement);
  return copy;
}
