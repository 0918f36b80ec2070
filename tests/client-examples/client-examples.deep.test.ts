import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import {
  CANARY,
  canaryIn,
  chromiumOptions,
  closedAddress,
  type Listening,
  outsideEnvironment,
  root,
  sendJson,
  serveHttp,
  startCommand,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorkerd } from '../../packages/client/bench/runtimes/runtimes.ts';
import { runScript } from '../support/script.ts';
import { install, pack } from '../support/tarballs.ts';

const VIN = 'WVWZZZ1KZAW000001';

/** Copies of two examples, with the client installed from its tarball. */
const directory = temporaryDirectory();
const browserExample = join(directory, 'browser');
const tasks = join(directory, 'tasks');
const account = (address: string) => ({
  VEHICLE_LOOKUP_BASE_URL: address,
  VEHICLE_LOOKUP_USER: 'demo',
  VEHICLE_LOOKUP_KEY: CANARY,
});

let mock: { address: string };
/** A service that rejects every account and repeats the key in its message. */
let rejecting: Listening;
/** A service whose quota is exhausted. */
let exhausted: Listening;

beforeAll(async () => {
  const tarballs = [...(await pack('@vehicle-lookup/client')), ...(await pack('@vehicle-lookup/spec'))];
  for (const copy of [browserExample, tasks]) cpSync(join(root, 'examples', basename(copy)), copy, { recursive: true });
  keepBundler(join(tasks, 'package.json'));
  for (const copy of [browserExample, tasks]) await install(tarballs, copy);
  await build(tasks, 'bundle');
  mock = await startMock();
  rejecting = await serveHttp(({ url }, outgoing) =>
    sendJson(outgoing, 401, { success: false, message: `${CANARY} is unknown: ${url}` }),
  );
  exhausted = await serveHttp((_, outgoing) =>
    sendJson(outgoing, 429, { success: false, message: 'Exhausted.' }, { 'retry-after': '86400' }),
  );
});

/** Removes the other development tools, which only `tasks.deep.test.ts` requires. */
function keepBundler(file: string): void {
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, devDependencies: { esbuild: devDependencies.esbuild } }));
}

describe('the worker that has the key, on workerd', () => {
  const origin = 'http://page.example';

  async function ask(service: string, query: string, from = origin) {
    const variables = { ...account(service), PAGE_ORIGIN: origin };
    const worker = await startWorker(tasks, variables);
    const outgoing = await fetch(`${worker.address}/api/?${query}`, { headers: { origin: from } });
    const text = await outgoing.text();
    await worker.stop();
    const log = worker.output.all;
    expect(canaryIn(text + [...outgoing.headers].join() + log)).toEqual([]);
    return { status: outgoing.status, headers: outgoing.headers, body: JSON.parse(text), log };
  }

  test('responds to the page with the body of the service', async () => {
    const { status, headers, body } = await ask(mock.address, `vin=${VIN}`);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(body.data).toMatchObject({ carId: 25573, make: 'Volkswagen' });
  });

  test('explains why a VIN is invalid', async () => {
    const { status, body } = await ask(mock.address, 'vin=%22%3Cshort');
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('vin: expected 8 to 17 characters'),
    });
  });

  test.each([
    ['brands=1', 403],
    ['', 400],
  ])('rejects other operations: "%s" returns %i', async (query, status) => {
    expect((await ask(mock.address, query)).status).toBe(status);
  });

  test('rejects pages from a different origin', async () => {
    expect(await ask(mock.address, `vin=${VIN}`, 'http://evil.example')).toMatchObject({ status: 403 });
  });

  test('logs an account error without showing it to visitors', async () => {
    const { status, body, log } = await ask(rejecting.address, `vin=${VIN}`);
    expect({ status, message: body.message }).toEqual({
      status: 503,
      message: 'The lookup is not available. Try again later.',
    });
    expect(log).toContain('decodeVin unauthorized');
  });

  test('forwards Retry-After', async () => {
    const { status, headers } = await ask(exhausted.address, `vin=${VIN}`);
    expect([status, headers.get('retry-after')]).toEqual([503, '86400']);
  });

  test('returns 502 if the service is unreachable', async () => {
    expect(await ask(await closedAddress(), `vin=${VIN}`)).toMatchObject({ status: 502 });
  });
});

/** Sends a request without normalising its target and returns the status of the response. */
function statusOf(
  address: string,
  method: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path: target, headers }, (outgoing) => resolve(outgoing.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

/** Expects the server to reject invalid requests and to continue running. */
async function expectRejections({ address }: Site): Promise<void> {
  expect(await statusOf(address, 'GET', '//')).toBe(404);
  // The target must not determine the request's origin, because a page on a different site could then choose the origin.
  const foreign = { origin: 'http://evil.example' };
  expect(await statusOf(address, 'GET', '//evil.example/vehicles/api/?brands=1', foreign)).toBe(404);
  expect(await statusOf(address, 'GET', 'http://evil.example/vehicles/api/?brands=1', foreign)).toBe(400);
  expect(await statusOf(address, 'TRACE', '/vehicles/api/?brands=1')).toBe(400);
  expect(await statusOf(address, 'POST', '/vehicles/api/?brands=1')).toBe(405);
  expect(await statusOf(address, 'GET', '/')).toBe(200);
}

describe('the page', () => {
  let site: Site;
  let browser: Browser;
  let page: Page;
  /** All data that the page sends and receives. */
  let network = '';

  beforeAll(async () => {
    site = await startSite(browserExample, account(mock.address));
    browser = await chromium.launch(chromiumOptions());
    page = await browser.newPage();
    page.setDefaultTimeout(0);
    page.on('request', (request) => {
      network += `${request.url()} ${JSON.stringify(request.headers())}\n`;
    });
    page.on('response', async (outgoing) => {
      network += `${JSON.stringify(outgoing.headers())} ${await outgoing.text().catch(() => '')}\n`;
    });
    await page.goto(site.address);
  });
  afterAll(() => browser?.close());

  const lookUp = async (vin: string) => {
    await page.getByLabel('VIN').fill(vin);
    await page.getByRole('button').click();
  };

  test("is compatible with the client's types", async () => {
    const { code, log } = await runScript('npm run check', {}, browserExample);
    expect(code, log).toBe(0);
  });

  test('has a server that rejects invalid requests', () => expectRejections(site));

  test('shows a vehicle and its fluids', async () => {
    await lookUp(VIN);
    await page.getByText('Engine oil: 4,3 l').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('Volkswagen');
  });

  test('shows why a VIN is invalid', async () => {
    await lookUp('<b>short');
    await page.getByText('vin: expected 8 to 17 characters').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
  });

  test('sends requests only to its server, and the key is absent from the network, the storage and the bundle', async () => {
    expect(network).toContain(`${site.address}/vehicles/api/?vin=${VIN}`);
    expect(network).not.toContain(mock.address);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    const bundle = readFileSync(join(browserExample, 'dist/page.js'), 'utf8');
    expect(canaryIn(`${network} ${stored} ${bundle} ${await page.content()} ${site.output.all}`)).toEqual([]);
  });
});

describe('the React page', () => {
  let browser: Browser;
  afterAll(() => browser?.close());

  test('makes one request for each mounted query in StrictMode and shows the data', async () => {
    const asked: string[] = [];
    const files: Record<string, [type: string, content: string]> = {
      '/': ['text/html', '<!doctype html><body><script type="module" src="/page.js"></script>'],
      '/page.js': ['text/javascript', readFileSync(join(tasks, 'dist/react-page.js'), 'utf8')],
    };
    const site = await serveHttp(async ({ url = '' }, outgoing) => {
      const { pathname, searchParams } = new URL(url, 'http://site');
      const [type, content] = files[pathname] ?? [];
      if (type) return outgoing.setHeader('content-type', type).end(content);
      if (pathname !== '/vehicles/api/') return outgoing.writeHead(404).end();
      asked.push([...searchParams.keys()].join());
      // The response arrives after React has mounted all components twice.
      const response = await fetch(`${mock.address}/api/?${searchParams}&user=demo&key=demo`);
      return sendJson(outgoing, response.status, await response.json());
    });
    browser = await chromium.launch(chromiumOptions());
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${site.address}/?vin=${VIN}`);
    await page.getByText('Engine oil: 4,3 l').waitFor();
    expect(asked).toEqual(['vin', 'fluids,carId']);
  });
});

/** A server or worker that responds. */
interface Site {
  address: string;
  output: { all: string };
  stop(): Promise<unknown>;
}

/** Starts the server of the page, with its bundle, in an installed copy of the example. `variables` become its environment. */
async function startSite(cwd: string, variables: Record<string, string>): Promise<Site> {
  await build(cwd, 'build');
  const env = { ...variables, PORT: '0' };
  const server = startCommand(['node', 'server.js'], { cwd, inherit: outsideEnvironment(), env });
  await server.printed(/^http.*\n/m);
  return { ...server, address: server.output.out.trim() };
}

/** Starts the bundled worker on workerd. */
const startWorker = (cwd: string, variables: Record<string, string>): Promise<Site> =>
  startWorkerd(join(cwd, 'dist'), ['worker.js'], variables);

/** Runs a script that builds or bundles the example. */
async function build(cwd: string, script: string): Promise<void> {
  const { code, log } = await runScript(`npm run ${script}`, {}, cwd);
  if (code !== 0) throw new Error(`npm run ${script} failed: ${log}`);
}
