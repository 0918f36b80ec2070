import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  bin,
  CANARY,
  canaryIn,
  closedAddress,
  root,
  run,
  type Server,
  sendJson,
  serveHttp,
  startMock,
  startServer,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocsServer } from '../../src/server/server.ts';
import { contract } from '../rendered.ts';
import { serveSite } from '../site.ts';
import { openBrowser, openPage, type Watched } from './browser.ts';

let browser: Browser;
let mock: Server;
let service: Server;
let account: { user: string; key: string };
let docs: DocsServer;
/** Handles the requests to the server `own`. */
let listener: RequestListener;
let nowhere: string;

beforeAll(async () => {
  const data = temporaryDirectory();
  browser = await openBrowser();
  mock = await startMock();
  service = await startServer(bin('service'), [
    'serve',
    '--demo',
    '--port',
    '0',
    '--admin-port',
    '0',
    '--data-dir',
    data,
  ]);
  const created = await run(bin('service'), [
    'account',
    'create',
    '--user',
    'reader',
    '--plan',
    'standard',
    '--json',
    '--data-dir',
    data,
  ]);
  account = JSON.parse(created.out);
  nowhere = await closedAddress();
  const own = await serveHttp((request, response) => listener(request, response));
  docs = await serveSite([
    { name: 'mock', address: mock.address },
    { name: 'service', address: service.address },
    { name: 'own', address: own.address },
    { name: 'nowhere', address: nowhere },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await docs?.close();
});

let watched: Watched;
let page: Page;
/** Opens a page with the form. The browser can access only the site and the given URLs. */
async function open(path = 'try.html', reaches: readonly string[] = []): Promise<void> {
  watched = await openPage(browser, docs.address, { reaches });
  page = watched.page;
  await page.goto(`${docs.address}/${path}`);
  if (path.startsWith('operations/')) await page.locator('.request').getByRole('link', { name: 'Try it' }).click();
}
beforeEach(() => async () => watched?.close());

const result = () => page.locator('[data-result]');
async function send(): Promise<string> {
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  return (await result().textContent()) ?? '';
}
async function elsewhere(address: string): Promise<void> {
  await page.getByLabel('Server').selectOption('Another URL');
  await page.getByLabel('Base URL').fill(address);
}
/** Sends the request to another URL, and accepts the confirmation dialog. */
async function sendElsewhere(address: string): Promise<string> {
  await elsewhere(address);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  return (await result().textContent()) ?? '';
}

test('the form sends every operation to the mock, and shows the envelope of the response', async () => {
  await open();
  for (const { id } of contract.operations) {
    await page.getByLabel('Operation').selectOption(id);
    const shown = await send();
    expect(shown, id).toMatch(/Status 200, \d+ ms/);
    expect(shown).toContain('The response matches the envelope full.');
  }
  expect(watched.console).toEqual([]);
  expect(watched.outside).toEqual([]);
});

test('the form sends every operation to a service, and the responses match the contract', async () => {
  await open();
  await page.getByLabel('Server').selectOption('service');
  await page.getByLabel('user').fill(account.user);
  await page.getByLabel('key').fill(account.key);
  // The service returns 501 for an operation that it does not implement yet.
  const handlers = readFileSync(join(root, 'apps/service/src/http/lookup/operations.ts'), 'utf8');
  const handled = contract.operations.filter(({ id }) => handlers.includes(`\n  ${id}: {`));
  expect(handled).not.toEqual([]);
  for (const { id } of handled) {
    await page.getByLabel('Operation').selectOption(id);
    const shown = await send();
    expect(shown, id).toMatch(/Status (200|404)/);
    expect(shown).toMatch(/The response matches the (envelope full|error body)/);
  }
  expect(watched.console).toEqual([]);
});

test('an invalid value shows the error message of the resolver during input, and the mock returns the same message', async () => {
  await open('operations/getFluids.html');
  await page.getByLabel('carId').fill('0x10');
  const words = (await page.locator('#try-problem').textContent()) ?? '';
  expect(words).toMatch(/^carId: expected an integer/);
  expect(await send()).toContain(words);
  expect(await page.getByLabel('fluids').isEditable(), 'a selector has one value').toBe(false);
  expect(await page.getByLabel('carId').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('carId').fill('7');
  expect(await page.locator('#try-problem').textContent()).toBe('');
  expect(await page.getByLabel('carId').getAttribute('aria-invalid')).toBe('false');
});

test('every invalid field is marked, although only the first error message is shown', async () => {
  await open();
  await page.getByLabel('Operation').selectOption('listVariants');
  const names = await page.locator('.form .form input:not([readonly])').count();
  expect(names).toBeGreaterThan(1);
  for (const input of await page.locator('.form .form input:not([readonly])').all()) await input.fill('');
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(names);
  await page.getByLabel('key', { exact: true }).fill('');
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(names + 1);
});

test('credentials are preset only if the first server is the mock', async () => {
  await open();
  expect(await page.getByLabel('key').inputValue()).toBe('demo');
  const own = await serveSite([{ name: 'prod', address: service.address }]);
  await watched.close();
  watched = await openPage(browser, own.address);
  page = watched.page;
  await page.goto(`${own.address}/try.html`);
  expect(await page.getByLabel('key').inputValue()).toBe('');
});

test('the verdict disappears when the request is changed', async () => {
  await open();
  expect(await send()).toContain('The response matches the envelope full.');
  await page.getByLabel('user', { exact: true }).fill('somebody');
  expect(await result().textContent()).toBe('');
});

test('the URL and every sample are updated during input', async () => {
  await open('operations/getFluids.html');
  await page.getByLabel('carId').fill('4711');
  await page.getByLabel('user').fill('me');
  expect(await page.locator('[data-request]').first().textContent()).toContain('user=me&key=demo&carId=4711&fluids=1');
  for (const sample of await page.locator('[id^="sample-"] code').allTextContents()) expect(sample).toContain('4711');
});

test('the key does not appear in samples, URLs, storage, history or the console', async () => {
  await open('operations/getFluids.html');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.getByLabel('key').fill(CANARY);
  for (const server of ['mock', 'service']) {
    await page.getByLabel('Server').selectOption(server);
    await send();
  }
  const seen = await page.evaluate(
    '[document.documentElement.outerHTML, location.href, JSON.stringify(history.state), JSON.stringify({ ...localStorage, ...sessionStorage }), document.cookie].join()',
  );
  expect(canaryIn(String(seen))).toEqual([]);
  expect(canaryIn(requested.join())).toEqual([]);
  expect(canaryIn(watched.console.join())).toEqual([]);
  expect(await page.locator('#sample-curl').textContent()).toMatch(/"key=\$\{VEHICLE_LOOKUP_KEY:\?\}"/);
  await page.reload();
  expect(await page.getByLabel('key').inputValue()).toBe('demo');
});

describe('submitting the form', () => {
  test.each([
    ['key', 'try.html'],
    ['carId', 'operations/getFluids.html'],
  ])('with Enter in the field %s sends one request and does not leave the page', async (field, path) => {
    await open(path);
    const entries = await page.evaluate('history.length');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.getByLabel('key').fill(CANARY);
    await page.getByLabel(field, { exact: true }).press('Enter');
    await result()
      .getByText(/Status \d+/)
      .waitFor();
    expect(requested).toEqual(['POST /relay']);
    expect(page.url().replace('#try-it', '')).toBe(`${docs.address}/${path}`);
    expect(await page.evaluate('history.length')).toBe(entries);
    expect(watched.console).toEqual([]);
  });

  test('requires confirmation before sending the credentials to another URL', async () => {
    await open('try.html', ['https://vehicles.example.com']);
    await elsewhere('https://vehicles.example.com');
    const asked = page.waitForEvent('dialog');
    const pressed = page.getByLabel('Base URL').press('Enter');
    const dialog = await asked;
    expect(dialog.message()).toContain('Send your credentials to https://vehicles.example.com?');
    await dialog.dismiss();
    await pressed;
  });

  test('does not put the key into a URL, even if a script submits the form', async () => {
    await open();
    await page.getByLabel('key').fill(CANARY);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.evaluate("document.querySelector('form').submit()");
    await expect.poll(() => watched.console.join()).toContain("form-action 'none'");
    expect(requested).toEqual([]);
    expect(page.url()).toBe(`${docs.address}/try.html`);
    expect(await page.evaluate("[...new FormData(document.querySelector('form')).keys()]")).toEqual([]);
  });
});

describe('a URL that is not listed on the page', () => {
  test('does not receive a request before the reader agrees', async () => {
    const other = await serveHttp((_, response) => sendJson(response, 200, {}));
    await open('try.html', [other.address]);
    await elsewhere(other.address);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const asked = page.waitForEvent('dialog');
    const clicked = page.getByRole('button', { name: 'Send', exact: true }).first().click();
    const dialog = await asked;
    expect(dialog.message()).toContain(`Send your credentials to ${other.address}?`);
    await dialog.dismiss();
    await clicked;
    expect(requested).toEqual([]);
    expect(await result().textContent()).toBe('');
  });

  test('receives direct requests if it allows the origin of the page', async () => {
    await open('try.html', [mock.address]);
    expect(await sendElsewhere(mock.address)).toContain('The response matches the envelope full.');
  });

  test('does not receive the key if CORS blocks the page, and the error message contains the required flag', async () => {
    const requests: string[] = [];
    const other = await serveHttp((request, response) => {
      requests.push(request.url ?? '');
      sendJson(response, 200, {});
    });
    await open('try.html', [other.address]);
    await page.getByLabel('key').fill(CANARY);
    expect(await sendElsewhere(other.address)).toContain(`--cors-origin ${docs.address}`);
    expect(canaryIn(requests.join())).toEqual([]);
    expect(canaryIn(watched.console.join())).toEqual([]);
  });

  test('is reported with the next step if the server does not respond', async () => {
    const address = await closedAddress();
    await open('try.html', [address]);
    expect(await sendElsewhere(address)).toContain(`No response from ${address}.`);
  });

  test.each(['not an address', 'ftp://vehicles.example.com', 'https://me:secret@vehicles.example.com'])(
    'is rejected during input if it is invalid: %s',
    async (address) => {
      await open();
      await elsewhere(address);
      expect(await page.locator('#try-problem').textContent()).toMatch(/^Base URL: expected/);
    },
  );
});

describe('the response from a server', () => {
  const served = async (respond: RequestListener): Promise<void> => {
    listener = respond;
    await open();
    await page.getByLabel('Server').selectOption('own');
  };

  test('is replaced by the next step if the server is not running', async () => {
    await open();
    await page.getByLabel('Server').selectOption('nowhere');
    expect(await send()).toContain(`No response from ${nowhere}. Start the mock or the service`);
  });

  test('is reported with the locations if it violates the contract', async () => {
    await served((_, response) => sendJson(response, 200, { success: true, timestamp: 1, data: [] }));
    const shown = await send();
    expect(shown).toMatch(/The response violates the contract \(\d+ violations?\)\. Report the response/);
    expect(shown).toMatch(/\/data: expected an object, got an array \[[\w. -]+\]/);
  });

  test.each(['86400', 'Sun, 06 Nov 1994 08:49:37 GMT'])('shows Retry-After as sent: %s', async (value) => {
    await served((_, response) => sendJson(response, 429, {}, { 'retry-after': value }));
    expect(await send()).toMatch(new RegExp(`Status 429, \\d+ ms, Retry-After: ${value}\\.`));
  });

  test('is reported if the body is not JSON', async () => {
    await served((_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'));
    expect(await send()).toContain('The body is not JSON: a different server may have sent the response');
  });

  test.each(['text/html', 'application/json'])('does not show the key that a body of type %s repeats', async (type) => {
    await served((request, response) =>
      response.writeHead(502, { 'content-type': type }).end(`<p>${request.url} ${CANARY}`),
    );
    await page.getByLabel('key').fill(CANARY);
    const shown = await send();
    expect(shown).toContain('<p>');
    expect(canaryIn(shown)).toEqual([]);
  });

  test('is reported if it is a redirect, which the form does not follow', async () => {
    await served((_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end());
    expect(await send()).toContain('returned a redirect. The form does not follow redirects');
  });

  test('is reported with the limit if the body is too long', async () => {
    const body = gzipSync(Buffer.alloc(17 * 2 ** 20, ' '));
    await served((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body));
    expect(await send()).toContain('The response exceeds 16 MiB after decompression.');
  });

  test('can be aborted while the form is waiting', async () => {
    await served(() => undefined);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Waiting for').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. The service may have received and charged the request.').waitFor();
  });

  test('is validated against the requested operation, even if the reader has selected another operation', async () => {
    const body = await (await fetch(`${mock.address}/api/?user=demo&key=demo&brands=1`)).text();
    let respond = (): void => undefined;
    await served((_, response) => {
      respond = () => void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    await page.getByLabel('Operation').selectOption('listBrands');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Waiting for').waitFor();
    await page.getByLabel('Operation').selectOption('getFluids');
    await expect.poll(() => respond.toString()).toContain('writeHead');
    respond();
    await page.getByText('You have changed the request.').waitFor();
    expect(await result().textContent()).toContain('The response matches the envelope full.');
  });

  test('is shown as text if every string contains markup', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await served((_, response) =>
      sendJson(response, 200, { success: true, [evil]: evil, data: { [evil]: evil } }, { 'retry-after': evil }),
    );
    const shown = await send();
    expect(shown).toContain('<img src=x');
    expect(await result().locator('img, script').count()).toBe(0);
    expect(await page.title()).toContain('Try it');
  });
});
