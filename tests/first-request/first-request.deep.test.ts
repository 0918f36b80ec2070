import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromiumOptions, installPackages, root, startMock } from '@vehicle-lookup/testing';
import { chromium } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

/** The document that common tools import. The tests send a request immediately after the import. */
const document = JSON.parse(readFileSync(join(root, 'spec/dist/openapi.json'), 'utf8'));
const CREDENTIALS = { user: 'demo', key: 'demo' };

let packages: string;
let mock: { address: string };
beforeAll(async () => {
  packages = installPackages(import.meta.dirname);
  mock = await startMock();
});

interface BrunoItem {
  items?: BrunoItem[];
  request?: { url: string; params: { name: string; value: string; enabled: boolean }[] };
}

test('Bruno sends a valid first request after the import', async () => {
  const entry = join(packages, '@usebruno/converters/dist/esm/index.js');
  const { openApiToBruno } = (await import(pathToFileURL(entry).href)) as {
    openApiToBruno(document: object): BrunoItem;
  };
  const requestsOf = ({ items = [], request }: BrunoItem): NonNullable<BrunoItem['request']>[] => [
    ...(request ? [request] : []),
    ...items.flatMap(requestsOf),
  ];
  const [request, ...more] = requestsOf(openApiToBruno(document));
  expect(more).toEqual([]);
  const url = new URL(request?.url.replace('{{baseUrl}}', mock.address) ?? '');
  for (const { name, value, enabled } of request?.params ?? []) if (enabled) url.searchParams.set(name, value);
  for (const [name, value] of Object.entries(CREDENTIALS)) url.searchParams.set(name, value);
  expect((await fetch(url)).status).toBe(200);
});

test('Swagger UI sends a valid first request with "Try it out" and "Execute"', { timeout: 120_000 }, async () => {
  const page = `<!doctype html><meta charset="utf-8"><div id="ui"></div><script src="/swagger-ui-bundle.js"></script>
<script>window.ui = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui' })</script>`;
  const files: Record<string, string> = {
    '/': page,
    '/openapi.json': JSON.stringify({ ...document, servers: [{ url: mock.address }] }),
    '/swagger-ui-bundle.js': readFileSync(join(packages, 'swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  };
  const server = createServer(({ url = '' }, response) => response.end(files[url]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const browser = await chromium.launch(chromiumOptions());
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await tab.locator('.opblock-summary-control').first().click();
  await tab.evaluate(
    `for (const [name, value] of Object.entries(${JSON.stringify(CREDENTIALS)})) ui.preauthorizeApiKey(name, value)`,
  );
  await tab.getByRole('button', { name: 'Try it out' }).click();
  const answered = tab.waitForResponse((response) => response.url().startsWith(mock.address));
  await tab.getByRole('button', { name: 'Execute' }).click();
  const response = await answered;
  expect([response.status(), new URL(response.url()).search]).toEqual([200, expect.stringMatching(/vin=/)]);
});
