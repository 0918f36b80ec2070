import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ProgramResult, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';

// A project of a consumer, with the built package and vitest.
const directory = temporaryDirectory();
const vitest = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
const file = join(directory, 'vehicle-lookup.usage.json');
const usage = () => JSON.parse(readFileSync(file, 'utf8'));

const project: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'shop', version: '1.2.3', type: 'module' }),
  'vitest.config.js': `export default { test: {
    globalSetup: '@vehicle-lookup/client/fakes/vitest',
    setupFiles: '@vehicle-lookup/client/fakes/vitest',
  } };`,
  'shop.js': `import { createVehicleLookup } from '@vehicle-lookup/client';
    import { fakeFetch } from '@vehicle-lookup/client/fake-fetch';
    export const lookup = () => createVehicleLookup({ baseUrl: 'https://a.example', user: 'me', key: 'secret', fetch: fakeFetch() });`,
  'make.test.js': `import { expect, test } from 'vitest';
    import { lookup } from './shop.js';
    test('a make', async () => expect((await lookup().decodeVin('WVWZZZ1KZAW000001')).data.make).toBe('Volkswagen'));
    test('a model', async () => expect((await lookup().decodeVin('WVWZZZ1KZAW000001')).data.model).toBe('Golf VI'));`,
  'brands.test.js': `import { expect, test } from 'vitest';
    import { lookup } from './shop.js';
    test('a brand', async () => expect((await lookup().listBrands()).data[0].slug).toMatch(/./));`,
};

const runVitest = (args: string[] = [], env: Record<string, string> = {}): Promise<ProgramResult> =>
  run(join(vitest, 'vitest.mjs'), ['run', ...args], { cwd: directory, env: { CI: '', ...env } });

beforeAll(() => {
  for (const [name, text] of Object.entries(project)) writeFileSync(join(directory, name), text);
  mkdirSync(join(directory, 'node_modules/@vehicle-lookup'), { recursive: true });
  symlinkSync(vitest, join(directory, 'node_modules/vitest'), 'junction');
  symlinkSync(join(import.meta.dirname, '../..'), join(directory, 'node_modules/@vehicle-lookup/client'), 'junction');
});

describe.each([[[]], [['--no-isolate']], [['--pool=threads']]])('vitest run %j', (args) => {
  test('combines the usage of all test files', async () => {
    writeFileSync(file, '{}');
    const { code, out, err } = await runVitest(args);
    expect(code, out + err).toBe(0);
    expect(usage()).toMatchObject({
      consumer: { name: 'shop', version: '1.2.3' },
      operations: {
        decodeVin: { reads: ['data.carId', 'data.make', 'data.model'], failures: [] },
        listBrands: { reads: ['data[].slug'], failures: [] },
      },
    });
  });
});

test('a run of some tests adds to the file, and a run of all tests removes outdated usage', async () => {
  const before = usage();
  before.operations.getEngines = { reads: 'all', failures: [] };
  writeFileSync(file, JSON.stringify(before));
  await runVitest(['brands']);
  expect(Object.keys(usage().operations)).toEqual(['decodeVin', 'getEngines', 'listBrands']);
  await runVitest(['-t', 'a make']);
  expect(Object.keys(usage().operations)).toEqual(['decodeVin', 'getEngines', 'listBrands']);
  await runVitest();
  expect(Object.keys(usage().operations)).toEqual(['decodeVin', 'listBrands']);
});

test('in CI the file is not written, and an outdated file fails the run', async () => {
  expect(await runVitest([], { CI: 'true' })).toMatchObject({ code: 0 });
  const before = { ...usage(), operations: {} };
  writeFileSync(file, JSON.stringify(before));
  const { code, err, out } = await runVitest([], { CI: 'true' });
  expect(code).not.toBe(0);
  expect(err + out).toContain("vehicle-lookup.usage.json does not match the tests' API usage");
  expect(usage()).toEqual(before);
  expect(existsSync(`${file}.tmp`)).toBe(false);
});
