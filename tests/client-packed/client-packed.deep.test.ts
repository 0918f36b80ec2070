import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY, canaryIn, type Server, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { runScript } from '../support/script.ts';
import { install, pack } from '../support/tarballs.ts';
import { nodeOf, RESOLUTIONS, SETUPS, type Setup, writeProject } from './project.ts';

const rest: Setup[] = [
  { manager: 'npm', compiler: '7.0.2', msw: '3.0.5' },
  { manager: 'pnpm', compiler: '5.9.3', msw: '3.0.5' },
];

const directory = temporaryDirectory();
let tarballs: string[];
let mock: Server;

beforeAll(async () => {
  tarballs = await pack('@vehicle-lookup/cli');
  mock = await startMock();
});

describe.each([...SETUPS, ...rest])('with $manager and TypeScript $compiler', (setup) => {
  const cwd = join(directory, `${setup.manager}-${setup.compiler}`);
  const node = nodeOf(setup);

  beforeAll(async () => {
    writeProject(cwd, setup);
    await install(tarballs, cwd, setup.manager);
  });

  test('the client depends on one third-party package', () => {
    const manifest = readFileSync(join(cwd, 'node_modules/@vehicle-lookup/client/package.json'), 'utf8');
    const dependencies = Object.keys(JSON.parse(manifest).dependencies);
    expect(dependencies.filter((name) => !name.startsWith('@vehicle-lookup/'))).toEqual(['openapi-fetch']);
  });

  test('the consumer imports every subpath', () => {
    const manifest = readFileSync(join(cwd, 'node_modules/@vehicle-lookup/client/package.json'), 'utf8');
    const source = readFileSync(join(cwd, 'consumer.ts'), 'utf8');
    const imported = [...source.matchAll(/ from '@vehicle-lookup\/client([^']*)'/g)].map(([, path]) => `.${path}`);
    expect(imported.sort()).toEqual(Object.keys(JSON.parse(manifest).exports).sort());
  });

  test.each(Object.keys(RESOLUTIONS))('the consumer compiles with module resolution %s and runs', async (name) => {
    const compiled = await runScript(`node_modules/.bin/tsc -p ${name}.json --pretty false`, {}, cwd);
    expect(compiled.log).not.toContain('error TS');
    expect(compiled.code).toBe(0);
    const env = { BASE_URL: mock.address, KEY: CANARY };
    const { code, log } = await runScript(`${node} out-${name}/consumer.js`, env, cwd);
    expect(code, log).toBe(0);
    expect(JSON.parse(log.split('\n').findLast((line) => line.startsWith('{')) ?? 'null')).toEqual({
      name: '@vehicle-lookup/client',
      make: 'Volkswagen',
      fluids: true,
      kept: 4.3,
      unit: 'Unit: l',
      raw: 'Volkswagen',
      brands: true,
      decoded: [true, false],
      missing: 'not_found',
      handlers: 1,
      rejected: 'invalid_argument',
      remaining: 998,
      proxied: 200,
      used: true,
    });
    expect(canaryIn(log)).toEqual([]);
  });

  test("a CommonJS program can require the client on the machine's own Node.js", async () => {
    const program = `const { createVehicleLookup } = require('@vehicle-lookup/client');
      const { fakeFetch } = require('@vehicle-lookup/client/fake-fetch');
      const lookup = createVehicleLookup({ baseUrl: 'https://x.example', user: 'u', key: 'k', fetch: fakeFetch() });
      lookup.listBrands().then(({ data }) => console.log(data.length));`;
    writeFileSync(join(cwd, 'program.cjs'), program);
    const { code, log } = await runScript('node program.cjs', {}, cwd);
    expect({ code, log: log.trim() }).toEqual({ code: 0, log: '6' });
  });

  test("the command line works with npx on the machine's own Node.js", async () => {
    const env = { VEHICLE_LOOKUP_BASE_URL: mock.address, VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: CANARY };
    const { code, log } = await runScript('npx vehicle-lookup fluids 25573 --json', env, cwd);
    expect(code, log).toBe(0);
    expect(log).toContain('"ItemMPText": "Engine oil"');
    expect(canaryIn(log)).toEqual([]);
  });
});
