import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { record } from '@vehicle-lookup/client/record';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import {
  bin,
  chromiumOptions,
  root,
  run,
  type Server,
  startMock,
  startServer,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { chromium } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { readBuilt } from './support/documented.ts';

const { table } = readBuilt(root);
const data = temporaryDirectory();
let service: Server;

interface Account {
  user: string;
  key: string;
}

async function administer(...args: string[]): Promise<unknown> {
  const { code, out, err } = await run(bin('service'), [...args, '--json', '--data-dir', data]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** Returns the remaining allowance of an account. */
async function remaining(user: string): Promise<number> {
  const all = (await administer('usage', '--user', user)) as { user: string; remaining: number }[];
  return all.find((one) => one.user === user)?.remaining ?? Number.NaN;
}

beforeAll(async () => {
  const args = ['serve', '--demo', '--port', '0', '--admin-port', '0', '--data-dir', data];
  service = await startServer(bin('service'), args);
});

const VIN = 'WVWZZZ1KZAW000001';

/** Makes one call of each operation. */
async function callAll(account: Account, baseUrl: string, file?: string): Promise<void> {
  const layers = file === undefined ? [] : [record(file)];
  const lookup = createVehicleLookup({ ...account, baseUrl, layers });
  const { carId } = (await lookup.decodeVin(VIN)).data;
  await lookup.decodeVinAll(VIN);
  for (const one of ['getVehicle', 'getFluids', 'getOemParts', 'getRepairTimes'] as const) await lookup[one](carId);
  await lookup.listBrands();
  await lookup.listModels('volkswagen');
  await lookup.listVariants('volkswagen', 'golf-vi');
  await lookup.getEngines(VIN);
}

/** Makes an application's requests in a page of the service. */
async function callInPage(account: Account, file: string): Promise<void> {
  const queries = [
    ...['', '&allCars=1', '&getEngines=1'].map((more) => `vin=${VIN}${more}`),
    ...['only', 'fluids', 'oemParts', 'timeRepair'].map((selector) => `carId=25573&${selector}=1`),
    'brands=1',
    'brand=volkswagen&models=1',
    'brand=volkswagen&model=golf-vi&variants=1',
  ];
  const addresses = queries.map((query) => `${service.address}/api/?${new URLSearchParams({ ...account })}&${query}`);
  const browser = await chromium.launch(chromiumOptions());
  const context = await browser.newContext({ recordHar: { path: file, content: 'embed' } });
  const page = await context.newPage();
  await page.goto(`${service.address}/`);
  await page.evaluate(async (all) => {
    for (const address of all) await (await fetch(address)).text();
  }, addresses);
  await context.close();
  await browser.close();
}

const recorders: [name: string, write: (account: Account, file: string) => Promise<void>][] = [
  ['Chromium', callInPage],
  ['the client', (account, file) => callAll(account, service.address, file)],
  [
    'the mock as a proxy',
    async (account, file) => {
      const proxy = await startMock(['--upstream', service.address, '--record', file]);
      await callAll(account, proxy.address);
    },
  ],
];

test.each(recorders)(
  'traffic recorded by %s is verified, and the next live run is not charged',
  async (name, write) => {
    const user = name.replaceAll(' ', '-').toLowerCase();
    const { key } = (await administer('account', 'create', '--user', user, '--plan', 'standard')) as Account;
    const directory = temporaryDirectory();
    const file = join(directory, 'traffic');
    await write({ user, key }, file);

    const history = join(directory, 'history');
    const report = join(directory, 'report');
    const judged = await run(bin('contract'), ['judge', file, '--history', history, '--report-dir', report]);
    expect(judged.code).toBe(0);
    expect(judged.out).toContain(`${table.operations.length} recorded responses were judged; no requests were sent`);

    const before = await remaining(user);
    const live = await run(
      bin('contract'),
      ['verify', '--base-url', service.address, '--target', 'service', '--profile', 'live', '--history', history],
      { env: { VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key } },
    );
    expect(live.code).toBe(0);
    expect(live.out).toMatch(/: \d+ requests planned, \d+ sent, 0 charged\n/);
    expect(await remaining(user)).toBe(before);

    const written = [history, report].flatMap((one) => readdirSync(one).map((child) => join(one, child)));
    // The browser recording is the only file with the key, because a browser records its requests unmasked.
    const files = name === 'Chromium' ? written : [...written, file];
    expect(written.length).toBeGreaterThan(6);
    for (const text of [
      judged.out,
      judged.err,
      live.out,
      live.err,
      ...files.filter(existsSync).map((one) => readFileSync(one, 'utf8')),
    ])
      expect(leaks(text, [key])).toBe(false);
  },
);
