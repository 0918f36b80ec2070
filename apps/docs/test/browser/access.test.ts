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

/** Only the first and the last operation, because all operation pages have the same layout. */
const operations = contract.operations.filter((one) =>
  [contract.operations.at(0), contract.operations.at(-1)].includes(one),
);

const leftOut = contract.operations.filter((one) => !operations.includes(one)).map(({ id }) => `operations/${id}.html`);
/** READMEs that are not tested, because all READMEs have the same layout. The list and the two longest READMEs are tested. */
const readmesLeftOut = /^packages\/(?!(?:index|client|contract-tests)\.html$)/;
const visited = paths.filter((path) => !leftOut.includes(path) && !readmesLeftOut.test(path) && path !== '404.html');

// access.deep.test.ts tests all pages in all views.
describe.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const)('in $colorScheme, $width px wide', ({ colorScheme, width }) => {
  test('axe-core reports no violations on the specimen pages, even if the form and the search are open', async () => {
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

test('pages fit on a phone screen without loading external files or logging to the console', async () => {
  const watched = await openPage(browser, docs.address, { viewport: { width: 360, height: 900 } });
  for (const path of visited) {
    await watched.page.goto(`${docs.address}/${path}`, { waitUntil: 'load' });
    expect(await watched.page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360);
  }
  expect(watched.outside).toEqual([]);
  expect(watched.console).toEqual([]);
  await watched.close();
});

test('the copy button copies a code block, and shows whether copying failed', async () => {
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

test('the link to the form opens the form and focuses its first field without scrolling the page', async () => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${docs.address}/operations/getFluids.html`);
  expect(await page.locator('.form-card').getAttribute('open')).toBeNull();
  await page.getByRole('link', { name: 'Try it', exact: true }).last().click();
  expect(await page.locator('.form-card').getAttribute('open')).toBe('');
  expect(await page.evaluate("document.activeElement.closest('#try-it') !== null")).toBe(true);
  expect(await page.evaluate('scrollY')).toBe(0);
  await close();
});

test('a page links to its Markdown version if there is one, even without scripts', async () => {
  const bare = await openPage(browser, docs.address, { javaScriptEnabled: false });
  await bare.page.goto(`${docs.address}/try.html`);
  expect(await bare.page.getByText('Markdown').count()).toBe(0);
  await bare.page.goto(`${docs.address}/operations/getFluids.html`);
  await bare.page.getByRole('link', { name: 'This page as Markdown' }).click();
  await bare.page.waitForURL(`${docs.address}/operations/getFluids.md`);
  await bare.close();
});

test('the skip link moves the focus to the content', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/operations/getFluids.html`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.querySelector("main").contains(document.activeElement)')).toBe(true);
  await close();
});

test('every operation, status and example is visible without scripts', async () => {
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

test('the printed page of all operations contains their responses and errors', async () => {
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

test('on a phone, the request line, a sample and the response start within one screen below the title', async () => {
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

test('Enter opens the first search result', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/clauses.html`);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search for').fill('lock-out');
  expect(await page.locator('.results a').first().getAttribute('href')).toContain('errors.html#lockout');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('errors.html'));
  await close();
});

test('arrow keys move the focus through the search results, which show their location and the matching words', async () => {
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

test('selecting an envelope shows only its fields and its example, on this page and on other pages', async () => {
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

test('the selected theme applies to all pages, including the reference', async () => {
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

test('on a phone, the menu works with the keyboard, even without scripts', async () => {
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

test('on a phone, the menu opens at the current page', async () => {
  const { page, close } = await openPage(browser, docs.address, { viewport: { width: 390, height: 844 } });
  await page.goto(`${docs.address}/verification.html`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => page.evaluate("document.querySelector('.side').scrollTop")).toBeGreaterThan(0);
  const line = await page.locator('.side [aria-current="page"]').boundingBox();
  expect(line?.y).toBeGreaterThan(0);
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThan(844);
  await close();
});

test.each([360, 390, 600])('the header shows the contract title on one line at a width of %i px', async (width) => {
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
