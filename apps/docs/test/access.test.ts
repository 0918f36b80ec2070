import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocsServer } from '../src/server/server.ts';
import { operationPath } from '../src/site/links.ts';
import { openBrowser, openPage, violations } from './browser.ts';
import { contract, paths } from './rendered.ts';
import { serveSite } from './site.ts';

/** A run with a cell in every state that has a colour of its own, and a verdict on an assumption. */
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
      state: ['pass', 'fail', 'skip'][index % 3],
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

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1280, 1600];
const allViews = SCHEMES.flatMap((colorScheme) => WIDTHS.map((width) => ({ colorScheme, width })));
const views = process.env.DEEP ? allViews : allViews.slice(0, 1);

/** The pages of operations have one layout: without DEEP the first and the last stand for them. */
const operations = process.env.DEEP
  ? contract.operations
  : contract.operations.filter((one) => [contract.operations.at(0), contract.operations.at(-1)].includes(one));
const leftOut = contract.operations.filter((one) => !operations.includes(one)).map(({ id }) => operationPath(id));
/** The READMEs have one layout, too: the two longest stand for them, with the list of all. */
const readmesLeftOut = /^packages\/(?!(?:index|client|contract-tests)\.html$)/;
const visited = paths.filter((path) => !leftOut.includes(path) && !readmesLeftOut.test(path));

/** States that a reader opens, by the page on which they are. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  'operations/getFluids.html': async (page) => {
    await page.getByRole('tab', { name: 'simplified' }).first().click();
    await page.getByRole('link', { name: 'Try it', exact: true }).last().click();
    await page.getByLabel('carId').fill('0');
    await page.getByText('carId: expected').first().waitFor();
  },
  'try.html': async (page) => {
    await page.getByLabel('Operation').selectOption('listVariants');
    await page.getByLabel('Server').selectOption('another address');
    await page.getByLabel('Base URL').fill('https://elsewhere.example');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'index.html': async (page) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search for').fill('429');
    await page.locator('.results a').first().waitFor();
  },
};

describe.each(views)('in $colorScheme, $width px wide', ({ colorScheme, width }) => {
  test('axe-core finds nothing on any page, and nothing is wider than the screen', async () => {
    const { page, close } = await openPage(browser, docs.address, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    for (const path of visited) {
      await page.goto(`${docs.address}/${path}`);
      expect(await violations(page), path).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width);
    }
    await close();
  });

  test.each(Object.entries(STATES))('axe-core finds nothing on %s in its open state', async (path, open) => {
    const { page, close } = await openPage(browser, docs.address, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await page.goto(`${docs.address}/${path}`);
    await open(page);
    expect(await violations(page)).toEqual([]);
    await close();
  });
});

test('a button copies the page as Markdown; without scripts there is the link to it; a page without Markdown has neither', async () => {
  const {
    page,
    console: messages,
    close,
  } = await openPage(browser, docs.address, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  for (const path of ['errors', 'operations/getFluids']) {
    await page.goto(`${docs.address}/${path}.html`);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    const expected = await (await fetch(`${docs.address}/${path}.md`)).text();
    expect(await page.evaluate('navigator.clipboard.readText()'), path).toBe(expected);
  }
  await page.goto(`${docs.address}/try.html`);
  expect(await page.getByText('Markdown').count()).toBe(0);
  expect(messages).toEqual([]);
  await close();
  const bare = await openPage(browser, docs.address, { javaScriptEnabled: false });
  await bare.page.goto(`${docs.address}/operations/getFluids.html`);
  expect(await bare.page.getByRole('button', { name: 'Copy as Markdown' }).count()).toBe(0);
  await bare.page.getByRole('link', { name: 'As Markdown' }).click();
  await bare.page.waitForURL(`${docs.address}/operations/getFluids.md`);
  await bare.close();
});

test('from a deep link the content is at most three tab stops away', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/operations/getFluids.html`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.querySelector("main").contains(document.activeElement)')).toBe(true);
  await close();
});

test('without scripts every operation, status and example is readable', async () => {
  const { page, close } = await openPage(browser, docs.address, { javaScriptEnabled: false });
  for (const { id, responses } of operations) {
    await page.goto(`${docs.address}/operations/${id}.html`);
    for (const { status, media } of responses) {
      const names = media.flatMap(({ examples }) => examples.map(({ name }) => name));
      const place = status.startsWith('2') ? '[data-envelope="NAME"]' : '[data-error="NAME"]';
      await expectVisible(page, status.startsWith('2') ? '#response' : `#status-${status}`);
      if (status === '400') continue;
      for (const name of names) await expectVisible(page, place.replace('NAME', name));
    }
    for (const kind of ['curl', 'fetch', 'client', 'openapi-fetch'])
      await expectVisible(page, `[data-sample="${kind}"]`);
  }
  await close();
});

const expectVisible = async (page: Page, selector: string): Promise<void> =>
  expect(await page.locator(selector).first().isVisible(), selector).toBe(true);

test('printed, one page has all operations with their responses and errors', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/operations/all.html`);
  await page.emulateMedia({ media: 'print' });
  for (const { id, responses } of contract.operations) {
    await expectVisible(page, `[id="${id}"]`);
    for (const { status } of responses)
      await expectVisible(page, status.startsWith('2') ? `[id="${id}.response"]` : `[id="${id}.status-${status}"]`);
  }
  expect(await page.locator('header.site').isVisible()).toBe(false);
  await close();
});

test('on a phone the request line, a sample and the response begin within one screen of the title', async () => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width: 390, height: 844 } });
  for (const { id } of operations) {
    await page.goto(`${docs.address}/operations/${id}.html`);
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
    const title = await top('h1');
    expect((await top('.request')) - title, id).toBeLessThan(844);
    expect((await top('[data-sample] pre')) - title, id).toBeLessThan(844);
    expect((await top('[data-example] pre')) - title, id).toBeLessThan(844);
  }
  await close();
});

test.each([
  ['getFluids', 'operations/getFluids.html'],
  ['quota', 'errors.html#quota'],
  ['429', 'errors.html#'],
  ['401', 'errors.html#unauthorized'],
  ['envelope', 'envelopes.html'],
  ['lock-out', 'errors.html#lockout'],
])('a search for %s puts the right page first', async (text, path) => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/clauses.html`);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search for').fill(text);
  expect(await page.locator('.results a').first().getAttribute('href')).toContain(path);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(path.split('#')[0] ?? ''));
  await close();
});

test('arrows go through the results of a search and back; a result says where it is, and with which words', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/errors.html`);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search for').fill('typeYears');
  const first = page.locator('.results a').first();
  expect(await first.textContent()).toMatch(/typeYears.*Field of .*roduction period/s);
  expect(await first.locator('mark').first().textContent()).toBe('typeYears');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.results a:focus').getAttribute('href')).toBe(await first.getAttribute('href'));
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('input[type="search"]:focus').count()).toBe(1);
  await page.getByLabel('Search for').fill('zzzzqqq');
  expect(await page.locator('dialog.search [role="status"]').textContent()).toContain('Nothing found');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  expect(await page.locator('dialog.search[open]').count()).toBe(1);
  await page.getByLabel('Search for').fill('');
  await page.keyboard.press('/');
  expect(await page.getByLabel('Search for').inputValue(), 'in a field a slash is a slash').toBe('/');
  await close();
});

test('choosing an envelope shows its fields and its example, and no others, on this page and on the next', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/operations/getFluids.html`);
  const expectShown = async (name: string): Promise<void> => {
    const visible = page.locator('section.envelope:visible');
    expect(await visible.count()).toBe(1);
    expect(await visible.getAttribute('data-envelope')).toBe(name);
    expect(await page.locator('[data-example]:visible').getAttribute('data-example')).toBe(name);
  };
  for (const name of ['bare', 'full', 'simplified']) {
    await page.getByRole('tab', { name }).first().click();
    await expectShown(name);
  }
  await page.goto(`${docs.address}/operations/decodeVin.html`);
  await expectShown('simplified');
  await close();
});

test('of a long list the example shows two items, and all of them on demand; the copy has all', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/operations/getFluids.html`);
  const block = page.locator('[data-example="full"] .block');
  const whole = JSON.parse((await block.locator('code').textContent()) ?? '');
  expect(whole.data.length).toBeGreaterThan(2);
  const rest = block.locator('.rest').first();
  expect(await rest.isVisible()).toBe(false);
  await page.locator('[data-example="full"]').getByRole('button', { name: 'Show all' }).click();
  expect(await rest.isVisible()).toBe(true);
  await close();
});

test('the assumptions can be filtered, by a word and by what they rest on', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/assumptions.html`);
  await page.getByLabel('Strength').selectOption('seen');
  const rows = page.locator('tr[data-item]:visible');
  const seen = [...contract.assumptions].filter(([, { strength }]) => strength === 'seen').map(([id]) => id);
  expect(await rows.locator('th').allTextContents()).toEqual(seen);
  expect(await page.locator('section[data-item]:visible').count()).toBe(seen.length);
  const state = page.locator('.filters [role="status"]');
  expect(await state.textContent()).toBe(`${seen.length} of ${contract.assumptions.size} shown`);
  await page.getByLabel('Filter').fill(seen[0] ?? '');
  expect(await rows.count()).toBe(1);
  await close();
});

test('the clauses can be filtered, and count each once', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/clauses.html`);
  await page.locator('.filters').getByLabel('Group').selectOption('limits');
  const shown = [...contract.clauses.keys()].filter((id) => id.startsWith('limits.'));
  const state = page.locator('.filters [role="status"]');
  expect(await state.textContent()).toBe(`${shown.length} of ${contract.clauses.size} shown`);
  await close();
});

test('light or dark is chosen once for all pages, and for the reference', async () => {
  const { page, close } = await openPage(browser, docs.address, { colorScheme: 'light' });
  const isDark = () => page.evaluate("matchMedia && getComputedStyle(document.documentElement).colorScheme === 'dark'");
  await page.goto(`${docs.address}/errors.html`);
  await page.getByRole('button', { name: 'Dark colours' }).click();
  for (const path of ['errors.html', 'operations/getFluids.html', 'reference.html']) {
    await page.goto(`${docs.address}/${path}`);
    expect(await isDark(), path).toBe(true);
  }
  await close();
});

test('on a phone the menu leads to every page, with the keyboard, and without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await openPage(browser, docs.address, {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled,
    });
    await page.goto(`${docs.address}/errors.html`);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Get fluid capacities' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('getFluids.html'));
    await close();
  }
});

test('on a phone the menu opens at the page that is shown', async () => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width: 390, height: 844 } });
  await page.goto(`${docs.address}/verification.html`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => page.evaluate("document.querySelector('.side').scrollTop")).toBeGreaterThan(0);
  const line = await page.locator('.side [aria-current="page"]').boundingBox();
  expect(line?.y).toBeGreaterThan(0);
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThan(844);
  await close();
});

test.each([360, 390, 600])('the header shows the version of the contract on one line, %i px wide', async (width) => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width, height: 800 } });
  await page.goto(`${docs.address}/errors.html`);
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not visible`);
    return box;
  };
  const header = await boxOf('header.site');
  const version = await boxOf('header.site .version');
  const tools = await boxOf('header.site .tools');
  expect(
    await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('header.site .version'))",
    ),
  ).toBe(0);
  expect(version.height).toBeLessThan(32);
  expect(version.x + version.width).toBeLessThanOrEqual(tools.x);
  expect(tools.x + tools.width).toBeLessThanOrEqual(width);
  expect(version.y + version.height).toBeLessThanOrEqual(header.y + header.height);
  await close();
});

test('no page requests anything outside, and every console is empty', async () => {
  const watched = await openPage(browser, docs.address);
  for (const path of [...visited.filter((path) => path !== '404.html'), 'reference.html']) {
    await watched.page.goto(`${docs.address}/${path}`, { waitUntil: 'load' });
    if (path === 'reference.html') await watched.page.getByRole('table').first().waitFor();
  }
  expect(watched.outside).toEqual([]);
  expect(watched.console).toEqual([]);
  await watched.close();
});
