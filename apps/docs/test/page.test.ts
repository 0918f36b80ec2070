import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOperations, trueAddress } from '@vehicle-lookup/selectors/document';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, startDocs } from '../src/server.ts';
import { openAlone, openBrowser, type Watched } from './browser.ts';
import { canonical, document, requests, statements } from './expected.ts';

const operations = readOperations(document);

let browser: Browser;
let docs: DocsServer;
beforeAll(async () => {
  browser = await openBrowser();
  docs = await startDocs();
});
afterAll(async () => {
  await browser?.close();
  await docs?.close();
});

const listed = ({ page }: Watched): Promise<string[]> => page.locator('td code').allInnerTexts();

/** What a reader sees, on the first view and on the operations' own, by the place within the page. */
async function readThrough({ page }: Watched): Promise<Map<string, string>> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not shown to a reader.
  const text = async (selector: string) => (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ');
  const seen = new Map([['/', await text('body')]]);
  const links = page.locator('td a');
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
  for (const [index, place] of places.entries()) {
    await links.nth(index).click();
    const section = `[data-section-id="${place}"]`;
    await page.locator(`${section} h2`).first().waitFor();
    seen.set(place, await text(section));
    await page.goto(`${page.url().split('#')[0]}#/`);
    await links.first().waitFor();
  }
  return seen;
}

describe('the docs page', () => {
  let watched: Watched;
  let seen: Map<string, string>;
  beforeAll(async () => {
    watched = await openAlone(browser, `${docs.address}/`);
    seen = await readThrough(watched);
  });

  test('lists every operation with its true address', async () => {
    expect((await listed(watched)).map(canonical).sort()).toEqual([...requests.values()].sort());
  });

  test('leads from the list to each operation, and shows its address there', () => {
    const [, ...views] = seen.values();
    const expected = operations.map((one) => `${one.method.toUpperCase()} ${trueAddress(document, one)}`);
    expect(views).toEqual(expected.map((request) => expect.stringContaining(request)));
  });

  test('groups the operations by tag in its menu', async () => {
    const { page } = watched;
    for (const { name } of document.tags as { name: string }[]) {
      await page.getByRole('link', { name, exact: true }).first().click();
      for (const { node } of operations.filter((one) => one.node.tags?.includes(name))) {
        await page.locator(`[data-text="${node.summary}"]`).first().waitFor();
      }
    }
  });

  test('shows the assumptions of an operation in place', () => {
    const own = operations.map(({ node }) => {
      const { 'x-assumes': marks = {} } = node as { 'x-assumes'?: Record<string, string | string[]> };
      return Object.values(marks)
        .flat()
        .map((id) => statements.get(id));
    });
    expect(own.flat().length).toBeGreaterThan(0);
    const [, ...views] = seen.values();
    views.forEach((view, index) => {
      for (const statement of own[index] ?? []) expect(view).toContain(statement);
    });
  });

  test('shows every assumption of the document somewhere', () => {
    const everything = [...seen.values()].join(' ');
    expect([...statements].filter(([, statement]) => !everything.includes(statement))).toEqual([]);
  });

  test('has a title, a language and a description', async () => {
    const { page } = watched;
    const { title, summary } = document.info as { title: string; summary: string };
    expect(await page.title()).toContain(title);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.locator('meta[name=description]').getAttribute('content')).toBe(summary);
  });

  test('asks nobody for anything, and its console is silent', () => {
    expect(watched.requests).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});

test('opened as a file, the page is the same', async () => {
  const address = pathToFileURL(join(import.meta.dirname, '../dist/index.html')).href;
  const watched = await openAlone(browser, address);
  expect((await listed(watched)).map(canonical).sort()).toEqual([...requests.values()].sort());
  expect(watched.requests).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test('on a phone nothing is wider than the screen', async () => {
  const { page } = await openAlone(browser, `${docs.address}/`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});
