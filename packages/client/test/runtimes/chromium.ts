import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromiumOptions } from '@vehicle-lookup/testing';
import { chromium } from 'playwright-core';
import type { Addresses, Outcomes } from './behaviours.ts';

/** Runs the bundle in a page whose origin is none of the services', so that every answer has to pass by CORS. */
export async function runInChromium(folder: string, addresses: Addresses): Promise<Outcomes> {
  const script = readFileSync(join(folder, 'behaviours.js'));
  const site = createServer(({ url }, response) =>
    url === '/behaviours.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      : response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    // As a text: what vitest makes of an import is nothing that a page knows.
    return await page.evaluate(`import('/behaviours.js').then(({ run }) => run(${JSON.stringify(addresses)}))`);
  } finally {
    await browser.close();
    site.close();
  }
}
