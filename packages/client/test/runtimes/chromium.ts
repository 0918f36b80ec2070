import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumOptions, serveHttp } from '@vehicle-lookup/testing';
import { chromium } from 'playwright-core';
import type { Addresses, Outcomes } from './behaviours.ts';

/** Runs the bundle in a page of another origin than the services, so that every response needs CORS. */
export async function runInChromium(directory: string, addresses: Addresses): Promise<Outcomes> {
  const script = readFileSync(join(directory, 'behaviours.js'));
  const site = await serveHttp(({ url }, response) =>
    url === '/behaviours.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      : response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>'),
  );
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(site.address);
    // A text, because a page does not have what vitest makes of an import.
    return await page.evaluate(`import('/behaviours.js').then(({ run }) => run(${JSON.stringify(addresses)}))`);
  } finally {
    await browser.close();
  }
}
