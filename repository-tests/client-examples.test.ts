import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumOptions } from '@vehicle-lookup/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSite } from './client-examples/site.ts';
import { onNode, onWorkerd, type StartWorker } from './client-examples/start.ts';
import { found, KEY } from './support/canary.ts';
import { MOCK, type Part, startPart } from './support/parts.ts';
import { goneAddress, type Server, serve } from './support/ports.ts';
import { root } from './support/repository.ts';
import { runScript } from './support/script.ts';
import { install, pack } from './support/tarballs.ts';

const VIN = 'WVWZZZ1KZAW000001';
const EXAMPLES = ['node', 'edge-worker', 'browser'];

/** Copies of the examples, in which the client is installed from its tarball. */
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const account = (address: string) => ({
  VEHICLE_LOOKUP_BASE_URL: address,
  VEHICLE_LOOKUP_USER: 'demo',
  VEHICLE_LOOKUP_KEY: KEY,
});

let mock: Part;
/** Refuses every account, and repeats the key while it does so. */
let refusing: Server;
/** Has no request left for it. */
let exhausted: Server;

beforeAll(async () => {
  mkdirSync(join(folder, 'tarballs'));
  const tarballs = await pack('@vehicle-lookup/client', join(folder, 'tarballs'));
  for (const name of EXAMPLES) {
    cpSync(join(root, 'examples', name), join(folder, name), { recursive: true });
    await install(tarballs, join(folder, name));
  }
  mock = await startPart(root, MOCK);
  const json = { 'content-type': 'application/json' };
  refusing = await serve(({ url }, response) =>
    response.writeHead(401, json).end(JSON.stringify({ success: false, message: `${KEY} is unknown: ${url}` })),
  );
  exhausted = await serve((_, response) =>
    response.writeHead(429, { ...json, 'retry-after': '86400' }).end('{"success":false,"message":"Exhausted."}'),
  );
}, 300_000);

afterAll(async () => {
  await Promise.all([mock?.stop(), refusing?.close(), exhausted?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

describe('the script for Node.js', () => {
  const run = (vins: string, env: Record<string, string>) =>
    runScript(`npm start --silent ${vins}`, env, join(folder, 'node'));

  test('prints what vehicles are filled with', async () => {
    const { code, log } = await run(`${VIN} ${VIN}`, account(mock.address));
    expect(log.match(/^Volkswagen/gm)).toHaveLength(2);
    expect(log).toContain('  Engine oil, with filter: 4,3 l\n');
    expect(code).toBe(0);
  });

  test('says what is wrong in one line for each VIN', async () => {
    const { code, log } = await run(`short ${VIN}`, account(mock.address));
    expect(log).toContain('decodeVin: vin: expected 8 to 17 characters');
    expect(log).toMatch(/^Volkswagen/m);
    expect(code).toBe(1);
  });

  test('stops when every further request would fail alike, and shows no key', async () => {
    const { code, log } = await run(`${VIN} ${VIN} ${VIN} ${VIN} ${VIN} ${VIN}`, account(refusing.address));
    expect(log).toContain('decodeVin: HTTP 401: *** is unknown');
    expect(log).toMatch(/\d more were not asked: unauthorized\./);
    expect(log).not.toMatch(/^\s+at /m);
    expect(found(log)).toEqual([]);
    expect(code).toBe(1);
  });

  test.each([
    ['without an account', VIN, {}, 'connect: baseUrl: expected an address'],
    ['without a VIN', '', { VEHICLE_LOOKUP_KEY: KEY }, 'Usage: npm start VIN'],
  ])('%s says what is missing', async (_, vins, env, message) => {
    const { code, log } = await run(vins, env);
    expect(log).toContain(message);
    expect(log).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });
});

const workers: Record<string, StartWorker> = { 'Node.js': onNode, ...(process.env.DEEP ? { workerd: onWorkerd } : {}) };

describe.each(Object.entries(workers))('the worker that holds the key, in %s', (_, start) => {
  const origin = 'http://page.example';

  async function ask(service: string, path: string) {
    const variables = { ...account(service), PAGE_ORIGIN: origin };
    const worker = await start(join(folder, 'edge-worker'), variables);
    try {
      const response = await fetch(worker.address + path);
      const text = await response.text();
      expect(found(text + [...response.headers].join() + worker.output())).toEqual([]);
      return { status: response.status, headers: response.headers, body: JSON.parse(text), said: worker.output() };
    } finally {
      await worker.stop();
    }
  }

  test('answers one page with tidy data', async () => {
    const { status, headers, body } = await ask(mock.address, `/vehicles/${VIN.toLowerCase()}`);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(body.vehicle).toMatchObject({ carId: 25573, make: 'Volkswagen' });
    expect(body.fluids[0].ValueText).toEqual({ text: '4,3', unit: 'l', min: 4.3, max: 4.3 });
  });

  test('says what is wrong with a VIN', async () => {
    const { status, body } = await ask(mock.address, '/vehicles/%22%3Cshort');
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('vin: expected 8 to 17 characters'),
    });
  });

  test.each(['/', '//', '/%zz'])('has no other path, such as %s', async (path) => {
    expect(await ask(mock.address, path)).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  });

  test('keeps from visitors what concerns the account, and logs it', async () => {
    const { status, body, said } = await ask(refusing.address, `/vehicles/${VIN}`);
    expect({ status, body }).toEqual({
      status: 503,
      body: { message: 'The lookup is not available. Try again later.' },
    });
    expect(said).toContain('decodeVin: HTTP 401: ***');
  });

  test('hands on when to ask again', async () => {
    const { status, headers } = await ask(exhausted.address, `/vehicles/${VIN}`);
    expect([status, headers.get('retry-after')]).toEqual([503, '86400']);
  });

  test('survives a service that is gone', async () => {
    expect(await ask(await goneAddress(), `/vehicles/${VIN}`)).toMatchObject({ status: 503 });
  });
});

describe('the page', () => {
  let worker: Part;
  let site: Server;
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  let address = '';

  beforeAll(async () => {
    site = await serveSite(join(folder, 'browser'), () => address);
    worker = await onNode(join(folder, 'edge-worker'), { ...account(mock.address), PAGE_ORIGIN: site.address });
    address = worker.address;
    browser = await chromium.launch(chromiumOptions());
    page = await browser.newPage();
    page.on('request', (request) => void requests.push(request.url()));
    await page.goto(site.address);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([worker?.stop(), site?.close()]);
  });

  const lookUp = async (vin: string) => {
    await page.getByLabel('VIN').fill(vin);
    await page.getByRole('button').click();
  };

  test("fits the client's types", async () => {
    const { code, log } = await runScript('npm run check', {}, join(folder, 'browser'));
    expect(code, log).toBe(0);
  });

  test('shows a vehicle and what it is filled with', async () => {
    await lookUp(VIN);
    await page.getByText('Engine oil: 4,3 l').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('Volkswagen');
  });

  test('shows what is wrong with a VIN', async () => {
    await lookUp('<b>short');
    await page.getByText('vin: expected 8 to 17 characters').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
  });

  test('asks the worker alone, and never sees the key', async () => {
    expect(new Set(requests.map((request) => new URL(request).origin))).toEqual(new Set([site.address, address]));
    expect(found(requests.join('\n') + (await page.content()))).toEqual([]);
  });

  test('says that the worker cannot be reached', async () => {
    await worker.stop();
    await lookUp('WVWZZZ1KZAW000002'); // the browser still has the answer for the other one
    await page.getByText('The worker cannot be reached.').waitFor();
  });
});
