import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { beginningOf, excerptOf, piecesOf } from '../src/search/excerpt.ts';
import { createSearch, type SearchEntry } from '../src/search/find.ts';
import { attributes, contract, fileAt, files, paths, site } from './rendered.ts';

const [, index = '[]'] =
  /= ([\s\S]*);/.exec(fileAt([...files.keys()].find((path) => path.includes('search-index')) ?? '')) ?? [];
const entries: SearchEntry[] = JSON.parse(index);
const find = createSearch(entries);

/** Searches by readers, each with the beginnings of the accepted URLs. */
const SEARCHES: string[][] = JSON.parse(readFileSync(new URL('searches.json', import.meta.url), 'utf8'));

/** Searches, each with the beginning of the expected URL. */
const WORDS: Record<string, string> = {
  // operations and their selectors
  getFluids: 'operations/getFluids',
  fluids: 'operations/getFluids',
  oil: 'operations/getFluids',
  'engine oil': 'operations/getFluids',
  'oil quantity': 'operations/getFluids',
  coolant: 'operations/getFluids',
  refrigerant: 'operations/getFluids',
  decodeVin: 'operations/decodeVin',
  'decode a vin': 'operations/decodeVin',
  vin: 'operations/',
  allCars: 'operations/decodeVinAll',
  only: 'operations/getVehicle',
  carId: 'operations/',
  parts: 'operations/getOemParts',
  'spare parts': 'operations/getOemParts',
  oemParts: 'operations/getOemParts',
  oe_number: 'operations/getOemParts',
  '03L 115 562': 'operations/getOemParts',
  '03L115562': 'operations/getOemParts',
  timeRepair: 'operations/getRepairTimes',
  'repair times': 'operations/getRepairTimes',
  labour: 'operations/getRepairTimes',
  hours: 'operations/getRepairTimes',
  brands: 'operations/listBrands',
  Volkswagen: 'operations/',
  ГАЗ: 'operations/listBrands',
  газ: 'operations/listBrands',
  slug: 'operations/list',
  models: 'operations/listModels',
  variants: 'operations/listVariants',
  typeYears: 'operations/listVariants',
  'type years': 'operations/listVariants',
  fullTitle: 'operations/listVariants',
  engines: 'operations/getEngines',
  getEngines: 'operations/getEngines',
  EngineCode: 'operations/getEngines',
  kiloWatts: 'operations/getEngines',
  // fields
  powerHpFrom: 'operations/decodeVin',
  horsepower: 'operations/decodeVin',
  'power in kilowatts': 'operations/',
  yearEnd: 'operations/decodeVin',
  tonnage: 'operations/decodeVin',
  cylinder: 'operations/decodeVin',
  hmdMfrModelName: 'operations/decodeVin',
  ItemMPText: 'operations/getFluids',
  ADQuantityTextStr: 'operations/getFluids',
  unit: 'operations/getFluids',
  ValueText: 'operations/getFluids',
  workname: 'operations/getRepairTimes',
  manufacturer: 'operations/',
  displacement: 'operations/',
  Golf: 'operations/',
  // errors
  429: 'errors.html',
  quota: 'errors.html#quota',
  401: 'errors.html#unauthorized',
  unauthorized: 'errors.html#unauthorized',
  403: 'errors.html',
  404: 'errors.html',
  400: 'errors.html',
  500: 'errors.html',
  405: 'errors.html',
  'not found': 'errors.html',
  'rate limit': 'errors.html',
  'retry-after': 'errors.html',
  'lock-out': 'errors.html#lockout',
  locked: 'errors.html#lockout',
  'wrong key': 'errors.html',
  'invalid vin': 'errors.html',
  // the rest of the site
  envelope: 'envelopes.html',
  simplified: 'envelopes.html',
  bare: 'envelopes.html',
  assumptions: 'assumptions.html',
  clauses: 'clauses.html',
  changes: 'changes.html',
  verification: 'verification.html',
  conformant: 'verification.html',
  live: 'verification.html',
  try: 'try.html',
  openapi: 'index.html',
  swagger: 'index.html',
  credentials: 'index.html',
  // languages and packages
  curl: 'operations/',
  python: 'operations/',
  php: 'operations/',
  java: 'operations/',
  go: 'operations/',
  'c#': 'operations/',
  install: 'packages/',
  npm: 'packages/',
  typescript: 'packages/client',
  cors: 'packages/',
  proxy: 'packages/client',
  mock: 'packages/mock',
  Prefer: 'packages/mock',
  'X-Api-Key': 'packages/service',
  cache: 'packages/client',
  batch: 'packages/',
  mcp: 'packages/cli',
  tanstack: 'packages/client',
  postgresql: 'packages/service',
  // guides
  retries: 'guides/errors-and-retries',
  caching: 'guides/caching',
  cost: 'guides/from-a-vin',
  'how much oil': 'guides/from-a-vin',
  'empty text': 'guides/numbers',
  'leaked key': 'guides/keeping',
  fakes: 'guides/testing',
  recording: 'guides/testing',
  ci: 'guides/verifying',
  'generate a client': 'guides/another-language',
  'getting started': 'index.html',
  tutorial: 'index.html',
  'environment variable': 'index.html',
  // questions of several words
  'python fluids': 'operations/',
  'last change': 'changes.html',
  'is the service conformant': 'verification.html',
  'which fluids does the engine take': 'operations/getFluids',
  // one typo
  fliuds: 'operations/getFluids',
  horsepwer: 'operations/decodeVin',
  assumtions: 'assumptions.html',
  verificaton: 'verification.html',
  envelop: 'envelopes.html',
};

/** Number of results that a reader considers. */
const LOOKED_AT = 5;

test('at least 97 % of the searches find the expected page', () => {
  const missed = Object.entries(WORDS).flatMap(([words, path]) => {
    const found = find(words).slice(0, LOOKED_AT);
    return found.some((one) => one.path.startsWith(path))
      ? []
      : [`${words}: ${found.map((one) => one.path).join(' ')}`];
  });
  expect(missed.length / Object.keys(WORDS).length, missed.join('\n')).toBeLessThanOrEqual(0.03);
});

test('at least 57 of 60 searches by readers find an accepted page among the first two results', () => {
  // `packages/cli` must not match `packages/client`. For guides, the beginning of the name is sufficient.
  const isAccepted = (path: string, accepted: string) =>
    path.replace('.html', '') === accepted ||
    path.startsWith(`${accepted}.html#`) ||
    (accepted.startsWith('guides/') && path.startsWith(accepted));
  const missed = SEARCHES.filter(([words = '', ...accepted]) => {
    const found = find(words).slice(0, 2);
    return !found.some(({ path }) => accepted.some((one) => isAccepted(path, one)));
  });
  expect(SEARCHES).toHaveLength(60);
  expect(missed.length, missed.map(([words]) => words).join(', ')).toBeLessThanOrEqual(3);
});

test.each([
  ['getFluids', 'operations/getFluids.html'],
  ['quota', 'errors.html#quota'],
  ['401', 'errors.html#unauthorized'],
  ['envelope', 'envelopes.html'],
  ['lock-out', 'errors.html#lockout'],
  ['oil quantity', 'operations/getFluids.html'],
  ['last change', 'changes.html'],
  ['is the service conformant', 'verification.html'],
])('the first result for %s is %s', (words, path) => {
  expect(find(words)[0]?.path).toBe(path);
});

test('an excerpt is truncated between words and marks matches at the beginning of words', () => {
  const text = `${'before '.repeat(20)}the power of powerHpFrom in php, ${'after '.repeat(60)}`;
  const excerpt = excerptOf(text, ['power', 'hp']);
  expect(excerpt).toMatch(/^… before .* after …$/);
  const hits = piecesOf(excerpt, ['power', 'hp']).filter(({ isHit }) => isHit);
  expect(hits.map((piece) => piece.text)).toEqual(['power', 'power', 'Hp']);
  expect(beginningOf('one two three', 9)).toBe('one two …');
});

test('a shared status has one result, below the result that explains the status', () => {
  const found = find('401').map(({ path }) => path);
  expect(found[0]).toBe('errors.html#unauthorized');
  expect(found.filter((path) => path.includes('#status-401'))).toHaveLength(1);
});

test('a section that differs between operations is indexed for each operation', () => {
  const shown = (end: string) => entries.filter(({ path }) => path.endsWith(end)).map(({ text }) => text);
  for (const { id } of contract.operations) {
    const [first = ''] = site.provenance.assumptionsOf(id);
    expect(
      shown('#rests-on').some((text) => text.includes(first)),
      `${id} ${first}`,
    ).toBe(true);
    for (const { name } of contract.operations.find((one) => one.id === id)?.parameters ?? [])
      expect(shown(`operations/${id}.html#parameters`).join(), id).toContain(name);
  }
});

describe('a result', () => {
  test('shows its kind and an excerpt with the matching words', () => {
    expect(find('powerHpFrom')[0]).toMatchObject({
      title: 'powerHpFrom',
      kind: expect.stringMatching(/^Field of Decode a VIN/),
      context: expect.stringContaining('horsepower'),
    });
  });

  test('points to an existing element', () => {
    const ids = new Map([...paths].map((path) => [path, new Set(attributes(fileAt(path), 'id'))]));
    const isBroken = ({ path }: SearchEntry): boolean => {
      const [page = '', fragment] = path.split('#');
      return fragment === undefined ? !files.has(page) : !ids.get(page)?.has(fragment);
    };
    expect(entries.filter(isBroken).map(({ path }) => path)).toEqual([]);
    for (const path of ['nowhere.html', 'nowhere.html#x', 'errors.html#x'])
      expect(isBroken({ path, title: '', keywords: [], text: '' }), path).toBe(true);
  });
});

test('a search without words or with a very long word returns no results', () => {
  for (const text of ['', '   ', '!!!', '"', 'zzzzqqq', 'a'.repeat(10_000)]) expect(find(text)).toEqual([]);
});
