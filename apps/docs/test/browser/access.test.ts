import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, startDocs } from '../../src/server/server.ts';
import { contract, paths } from '../rendered.ts';
import { openBrowser, openPage, violations } from './browser.ts';
import { withSpecimens } from './specimen.ts';

let browser: Browser;
let docs: DocsServer;
beforeAll(async () => {
  browser = await openBrowser();
  const files = withSpecimens();
  docs = await startDocs(() => files, { servers: [], path: contract.table.path });
});
afterAll(async () => {
  await browser?.close();
  await docs?.close();
});

/** The pages of operations have one layout: the first and the last stand for them. */
const operations = contract.operations.filter((one) =>
  [contract.operations.at(0), contract.operations.at(-1)].includes(one),
);

const leftOut = contract.operations.filter((one) => !operations.includes(one)).map(({ id }) => `operations/${id}.html`);
/** The READMEs have one layout: the two longest stand for them, with the list of all. */
const readmesLeftOut = /^packages\/(?!(?:index|client|contract-tests)\.html$)/;
const visited = paths.filter((path) => !leftOut.includes(path) && !readmesLeftOut.test(path) && path !== '404.html');

// All pages in all views: access.deep.test.ts.
describe.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const)('in $colorScheme, $width px wide', ({ colorScheme, width }) => {
  test('axe-core finds nothing on pages with every kind of Markdown and every widget, with the form and the search open', async () => {
    const { page, close } = await openPage(browser, docs.address, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await page.goto(`${docs.address}/specimen.html`);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${docs.address}/specimen-wide.html`);
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await page.getByLabel('key').fill('');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search for').fill('429');
    await page.locator('.results a').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await close();
  });
});

test('no page is wider than a phone or requests anything from outside, and every console is empty', async () => {
  const watched = await openPage(browser, docs.address, { viewport: { width: 360, height: 900 } });
  for (const path of visited) {
    await watched.page.goto(`${docs.address}/${path}`, { waitUntil: 'load' });
    expect(await watched.page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360);
  }
  expect(watched.outside).toEqual([]);
  expect(watched.console).toEqual([]);
  await watched.close();
});

test('a button copies a block of code, and reports a failure', async () => {
  const { page, close } = await openPage(browser, docs.address, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`${docs.address}/operations/getFluids.html`);
  const block = page.locator('pre.block:visible').first();
  await block.hover();
  await block.getByRole('button', { name: /^Copy: / }).click();
  await block.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(await block.locator('code').textContent());
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await block.getByRole('button', { name: /^Copy: / }).click();
  await block.getByRole('button', { name: 'Not copied', exact: true }).waitFor();
  await close();
});

test('the link to the form opens it beside the text, with the focus in its first field, and the page does not scroll', async () => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${docs.address}/operations/getFluids.html`);
  expect(await page.locator('.form-card').getAttribute('open')).toBeNull();
  await page.getByRole('link', { name: 'Try it', exact: true }).last().click();
  expect(await page.locator('.form-card').getAttribute('open')).toBe('');
  expect(await page.evaluate("document.activeElement.closest('#try-it') !== null")).toBe(true);
  expect(await page.evaluate('scrollY')).toBe(0);
  await close();
});

test('a page leads to its Markdown, even without scripts; a page without Markdown has no link', async () => {
  const bare = await openPage(browser, docs.address, { javaScriptEnabled: false });
  await bare.page.goto(`${docs.address}/try.html`);
  expect(await bare.page.getByText('Markdown').count()).toBe(0);
  await bare.page.goto(`${docs.address}/operations/getFluids.html`);
  await bare.page.getByRole('link', { name: 'This page as Markdown' }).click();
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
      const isSuccess = status.startsWith('2');
      await expectVisible(page, isSuccess ? '#response' : `#status-${status}`);
      if (status === '400') continue;
      for (const name of names)
        for (const place of isSuccess ? [`#response-${name}`, `#example-${name} pre`] : [`summary:has-text("${name}")`])
          await expectVisible(page, place);
    }
    for (const kind of ['curl', 'fetch', 'client', 'openapi-fetch']) await expectVisible(page, `#sample-${kind} pre`);
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
    expect((await top('[id^="sample-"] pre')) - title, id).toBeLessThan(844);
    expect((await top('[id^="example-"] pre')) - title, id).toBeLessThan(844);
  }
  await close();
});

test('Enter opens the first result of a search', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/clauses.html`);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search for').fill('lock-out');
  expect(await page.locator('.results a').first().getAttribute('href')).toContain('errors.html#lockout');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('errors.html'));
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
  expect(await page.locator('dialog.search [role="status"]').textContent()).toContain('No results');
  await close();
});

test('choosing an envelope shows its fields and its example, and no others, on this page and on the next', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/operations/getFluids.html`);
  const expectShown = async (name: string): Promise<void> => {
    for (const group of ['response', 'example']) {
      const visible = page.locator(`[data-tab][id^="${group}-"]:visible`);
      expect(await visible.count()).toBe(1);
      expect(await visible.getAttribute('data-tab')).toBe(name);
    }
  };
  for (const name of ['bare', 'full', 'simplified']) {
    await page.getByRole('tab', { name }).first().click();
    await expectShown(name);
  }
  await page.goto(`${docs.address}/operations/decodeVin.html`);
  await expectShown('simplified');
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

test.each([360, 390, 600])('the header names the contract on one line, %i px wide', async (width) => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width, height: 800 } });
  await page.goto(`${docs.address}/errors.html`);
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not visible`);
    return box;
  };
  const header = await boxOf('header.site');
  const title = await boxOf('header.site .home > span:first-of-type');
  const tools = await boxOf('header.site .tools');
  expect(title.height).toBeLessThan(32);
  expect(title.width).toBeGreaterThan(32);
  expect(title.x + title.width).toBeLessThanOrEqual(tools.x);
  expect(tools.x + tools.width).toBeLessThanOrEqual(width);
  expect(title.y + title.height).toBeLessThanOrEqual(header.y + header.height);
  await close();
});
