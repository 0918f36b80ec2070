import { cpSync, globSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  CANARY,
  canaryIn,
  installPackages,
  type Listening,
  root,
  type Server,
  sendJson,
  serveHttp,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { runScript } from '../support/script.ts';
import { install, pack } from '../support/tarballs.ts';
import { nodeOf, SETUPS } from './project.ts';

// The tasks of examples/tasks in a consumer project, from packed tarballs.
const VIN = 'WVWZZZ1KZAW000001';
const directory = temporaryDirectory();
/** hey-api's generator is large, so it is installed only once. */
const tools = join(installPackages(join(root, 'spec/test/third-party')), '.bin');
let tarballs: string[];
let mock: Server;
/** A service with plans that exclude parts. */
let withoutParts: Listening;
/** A service that rejects every account and repeats the key in its message. */
let rejecting: Listening;

beforeAll(async () => {
  tarballs = [...(await pack('@vehicle-lookup/client')), ...(await pack('@vehicle-lookup/spec'))];
  mock = await startMock();
  withoutParts = await serveHttp((_, response) =>
    sendJson(response, 403, { success: false, message: 'Not included.' }),
  );
  rejecting = await serveHttp((_, response) =>
    sendJson(response, 401, { success: false, message: `${CANARY} is unknown.` }),
  );
});

describe.each(SETUPS)('with TypeScript $compiler and MSW $msw', (setup) => {
  const { compiler, msw } = setup;
  const cwd = join(directory, compiler);
  const account = (address: string) => ({
    VEHICLE_LOOKUP_BASE_URL: address,
    VEHICLE_LOOKUP_USER: 'demo',
    VEHICLE_LOOKUP_KEY: CANARY,
  });
  /** Runs a task and expects that its output does not contain the key. */
  const task = async (line: string, address = mock.address, more: Record<string, string> = {}) => {
    const { code, log } = await runScript(`${nodeOf(setup)} ${line}`, { ...account(address), ...more }, cwd);
    expect(canaryIn(log)).toEqual([]);
    expect(code, log).toBe(0);
    return log.trim();
  };

  beforeAll(async () => {
    cpSync(join(root, 'examples/tasks'), cwd, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    Object.assign(manifest.devDependencies, { typescript: compiler, msw });
    delete manifest.devDependencies['@hey-api/openapi-ts'];
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
    await install(tarballs, cwd);
    const env = { PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter) };
    const steps = await runScript(`${manifest.scripts.generate} && npm run build`, env, cwd);
    expect(steps.code, steps.log).toBe(0);
  });

  test('a VIN is decoded and its fluids are listed', async () => {
    expect(await task('dist/decode.js')).toBe('Volkswagen Golf VI 2008');
    expect(await task('dist/fluids-by-vin.js')).toContain('Engine oil: 4.3 l');
  });

  test('parts are listed or reported as excluded from the plan', async () => {
    expect(await task('dist/oem-parts.js')).toMatch(/^\d+ groups of parts$/);
    expect(await task('dist/oem-parts.js', withoutParts.address)).toBe('not in this plan: Not included.');
  });

  test('a restarted batch does not repeat requests', async () => {
    writeFileSync(join(cwd, 'vins.txt'), `${VIN}\nWVWZZZ1KZAW000002\n${VIN}\n`);
    expect(JSON.parse(await task('dist/resume-batch.js'))).toMatchObject({ succeeded: 2 });
    expect(JSON.parse(await task('dist/resume-batch.js'))).toMatchObject({ succeeded: 0, failed: 0 });
    // Simulates a program that was killed while writing the last line.
    const results = join(cwd, 'vehicles.ndjson');
    truncateSync(results, readFileSync(results).length - 20);
    expect(JSON.parse(await task('dist/resume-batch.js'))).toMatchObject({ succeeded: 1, failed: 0 });
    expect(JSON.parse(await task('dist/resume-batch.js'))).toMatchObject({ succeeded: 0, failed: 0 });
  });

  test('a batch stops if every further request would fail in the same way, without printing the key', async () => {
    writeFileSync(
      join(cwd, 'rejected.txt'),
      Array.from({ length: 6 }, (_, last) => `WVWZZZ1KZAW00001${last}\n`).join(''),
    );
    const log = await task('dist/resume-batch.js rejected.txt rejected.ndjson', rejecting.address);
    expect(log).toContain('decodeVin: HTTP 401: *** is unknown');
    expect(log).toMatch(/"stopped":"unauthorized"/);
  });

  test('middleware receives the URL without the key', async () => {
    expect(await task('dist/tracing.js')).toBe(`200 ${mock.address}/api/?timeRepair=1&carId=25573`);
  });

  test('a worker responds using its own key', async () => {
    const worker = readFileSync(join(cwd, 'dist/worker.js'), 'utf8');
    writeFileSync(join(cwd, 'worker.js'), worker.replace('"cloudflare:workers"', '"./runtime.js"'));
    writeFileSync(join(cwd, 'runtime.js'), 'export const env = process.env; export const waitUntil = () => {};');
    const ask = `import worker from './worker.js';
      const request = new Request('https://page.example/api/?vin=${VIN}');
      const response = await worker.fetch(request);
      console.log(response.status, await response.text());`;
    writeFileSync(join(cwd, 'ask.js'), ask);
    const page = { PAGE_ORIGIN: 'https://page.example' };
    expect(await task('ask.js', mock.address, page)).toMatch(/^200 .*Volkswagen/);
  });

  test('a hey-api client uses createFetch', async () => {
    expect(await task('dist/hey-api.js')).toContain('Engine oil');
  });

  test('the tests of the tasks pass, with fakes and with MSW, and their usage file is current', async () => {
    const log = await task('node_modules/vitest/vitest.mjs run --dir . --exclude dist', mock.address, { CI: 'true' });
    expect(log).toContain('4 passed');
  });
});

test('the README names every task', () => {
  const readme = readFileSync(join(root, 'examples/tasks/README.md'), 'utf8');
  const tasks = globSync('*.{ts,tsx}', { cwd: join(root, 'examples/tasks') }).filter(
    (name) => !/^account|\.d\.ts$/.test(name),
  );
  expect(tasks).toHaveLength(10);
  expect(tasks.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
