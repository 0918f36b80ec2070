import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocsServer } from '../../src/server/server.ts';
import { contract, paths } from '../rendered.ts';
import { serveSite } from '../site.ts';
import { openBrowser, openPage, violations } from './browser.ts';

/** A report with a cell in every state and a verdict for each assumption. */
const REPORT = {
  contract: { version: contract.version },
  started: '2026-01-02T03:04:05Z',
  target: 'service',
  verdict: 'not conformant',
  requests: { spent: 7 },
  cells: contract.operations.flatMap(({ id, responses }) =>
    responses.map(({ status }, index) => ({
      operation: id,
      status,
      envelope: 'full',
      state: ['pass', 'fail', 'error', 'not-observed', 'not-applicable'][index % 5],
      reason: 'No request of this run could cause it.',
    })),
  ),
  assumptions: [...contract.assumptions.keys()].map((id) => ({ id, state: 'confirmed', how: 'carId 1: 404' })),
};

let browser: Browser;
let docs: DocsServer;
beforeAll(async () => {
  browser = await openBrowser();
  const report = join(temporaryDirectory(), 'report.json');
  writeFileSync(report, JSON.stringify(REPORT));
  docs = await serveSite([], { report });
});
afterAll(async () => {
  await browser?.close();
  await docs?.close();
});

/** Actions that expand elements, keyed by page. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  'operations/getFluids.html': async (page) => {
    await page.getByRole('tab', { name: 'simplified' }).first().click();
    await page.getByRole('link', { name: 'Try it', exact: true }).last().click();
    await page.getByLabel('carId').fill('0');
    await page.getByText('carId: expected').first().waitFor();
  },
  'try.html': async (page) => {
    await page.getByLabel('Operation').selectOption('listVariants');
    await page.getByLabel('Server').selectOption('Another URL');
    await page.getByLabel('Base URL').fill('https://elsewhere.example');
  },
  'index.html': async (page) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search for').fill('429');
    await page.locator('.results a').first().waitFor();
  },
};

const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 768, 1280, 1600].map((width) => ({ colorScheme, width })),
);

describe.each(views)('in $colorScheme, $width px wide', ({ colorScheme, width }) => {
  const view = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true };

  test('axe-core reports no violations on any page, and all elements fit on the screen', async () => {
    const { page, close } = await openPage(browser, docs.address, view);
    for (const path of paths) {
      await page.goto(`${docs.address}/${path}`);
      expect(await violations(page), path).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width);
    }
    await close();
  });

  test.each(Object.entries(STATES))('axe-core reports no violations on %s when expanded', async (path, open) => {
    const { page, close } = await openPage(browser, docs.address, view);
    await page.goto(`${docs.address}/${path}`);
    await open(page);
    expect(await violations(page)).toEqual([]);
    await close();
  });
});
