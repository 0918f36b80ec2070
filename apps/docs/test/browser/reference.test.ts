import { at, child, exampleBodies, member, readOperations, wireUrl } from '@vehicle-lookup/openapi';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { successForms } from '../../src/contract/envelopes.ts';
import { type Field, fieldsAt } from '../../src/contract/fields.ts';
import { sourcesOf } from '../../src/contract/provenance.ts';
import { forRedoc } from '../../src/reference/projection.ts';
import type { DocsServer } from '../../src/server/server.ts';
import { contract } from '../rendered.ts';
import { serveSite } from '../site.ts';
import { openBrowser, openPage, violations } from './browser.ts';

const { document, operations } = contract;
/** URL with characters that the page must escape. */
const ADDRESS = "https://vehicles.example.com/a'b&c";
let browser: Browser;
let docs: DocsServer;
beforeAll(async () => {
  browser = await openBrowser();
  docs = await serveSite([{ name: 'prod', address: ADDRESS }]);
});
afterAll(async () => {
  await browser?.close();
  await docs?.close();
});

/** Returns the fragment of an operation in Redoc. */
const placeOf = (id: string): string => {
  const { node } = operations.find((one) => one.id === id) ?? {};
  return `/${node?.tags?.[0]?.toLowerCase()}/${id.toLowerCase()}`;
};
const sectionOf = (page: Page, id: string): Locator => page.locator(`[data-section-id="${placeOf(id)}"]`);

test('the reference lists every operation with its actual URL, contains only valid links, and does not load external files', async () => {
  const { page, outside, console: messages, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/reference.html`);
  await page.getByRole('link', { name: 'all operations on one page' }).waitFor();
  const expected = readOperations(document).map(
    (one) => `${one.method.toUpperCase()} ${wireUrl(document, one).replace('?', '?user={user}&key={key}&')}`,
  );
  expect((await page.locator('#redoc td code', { hasText: /^GET / }).allTextContents()).sort()).toEqual(
    expected.sort(),
  );
  const links = (await page.evaluate(
    "[...document.querySelectorAll('#redoc a[href]')].map((a) => a.getAttribute('href'))",
  )) as string[];
  const inside = links.filter((link) => !/^https?:/.test(link));
  expect(inside.length).toBeGreaterThan(10);
  const known = /^(\.\/)?(reference\.html)?#?\/|^operations\/\w+\.html$|^(clauses|assumptions)\.html#[\w.-]+$/;
  expect(inside.filter((link) => !known.test(link))).toEqual([]);
  expect(outside).toEqual([]);
  expect(messages).toEqual([]);
  await close();
});

test('an operation shows the URL and the samples of the first server, and does not have copy buttons', async () => {
  const { page, console: messages, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/reference.html#${placeOf('getFluids')}`);
  const section = sectionOf(page, 'getFluids');
  await section.getByText('curl --get').waitFor();
  expect(await section.textContent()).toContain(`curl --get 'https://vehicles.example.com/a'\\''b&c/api/'`);
  expect(await page.content()).not.toContain('127.0.0.1:4010');
  expect(await page.locator('h1:visible').allTextContents()).toEqual(['Reference']);
  expect(await page.locator('button:visible', { hasText: /^Copy$/ }).count()).toBe(0);
  // The policy forbids style attributes, so the style sheet defines the colour of each token.
  const colours = await page.evaluate(
    "[...document.querySelectorAll('[data-token]')].map((node) => getComputedStyle(node).color)",
  );
  expect(new Set(colours as string[]).size).toBeGreaterThan(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await section.locator(':focus').count()).toBe(1);
  expect(messages).toEqual([]);
  await close();
});

test('a URL from an earlier version of the page opens the same section', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/reference.html#section/limits`);
  await page.waitForURL(/#\/section\/limits$/);
  await page.locator('[data-section-id="/section/limits"]').waitFor();
  await close();
});

/** Colour schemes and widths. Without DEEP, only one view is tested. */
const [schemes, widths] = process.env.DEEP
  ? [['light', 'dark'] as const, [360, 768, 1280]]
  : [['dark'] as const, [1280]];

describe.each(schemes)('in %s', (colorScheme) => {
  const statuses = operations.find(({ id }) => id === 'getOemParts')?.responses.map(({ status }) => status) ?? [];

  test.each(widths)(
    'axe-core reports no violations at a width of %i px, even if statuses and the example menu are open',
    async (width) => {
      const { page, close } = await openPage(browser, docs.address, {
        colorScheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      await page.goto(`${docs.address}/reference.html#${placeOf('getOemParts')}`);
      const section = sectionOf(page, 'getOemParts');
      await section.locator('.panel-response-samples').waitFor();
      // At some scroll positions, a sticky header covers half of a button, which axe then reports as too small.
      await page.addStyleTag({ content: 'header.site { position: static !important }' });
      // The statuses have the same layout, so without DEEP only the last status is tested.
      if (process.env.DEEP) expect(await violations(page)).toEqual([]);
      for (const status of process.env.DEEP ? statuses : statuses.slice(-1)) {
        await section.getByRole('tab', { name: status }).click();
        await section.locator('.panel-response-samples').getByRole('button', { name: status, exact: true }).click();
        if (process.env.DEEP) expect(await violations(page), status).toEqual([]);
      }
      await section.locator('.panel-response-samples').getByRole('button', { name: '400', exact: true }).click();
      await section.locator('.panel-response-samples button[aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').last().waitFor();
      expect(await violations(page)).toEqual([]);
      await close();
    },
  );
});

describe('the document for Redoc', () => {
  const shown = forRedoc(document);
  const bodies = JSON.stringify(shown);

  test('shows the clauses and assumptions of each field, status and parameter', () => {
    const marked = (pointer: string) => String(member(at(shown, pointer), 'description') ?? '');
    const fieldsOf = (fields: readonly Field[]): Field[] => fields.flatMap((one) => [one, ...fieldsOf(one.fields)]);
    const seen = { stated: 0, assumed: 0 };
    for (const operation of operations) {
      for (const form of successForms(document, operation)) {
        for (const { pointer, schema, type } of fieldsOf(fieldsAt(document, form.at))) {
          if (type === 'never sent' || pointer.endsWith('/items')) continue;
          const { clauses, assumptions } = sourcesOf(contract, pointer, schema);
          for (const id of clauses) expect(marked(pointer), pointer).toContain(`[${id}](clauses.html#${id})`);
          for (const id of assumptions) expect(marked(pointer), pointer).toContain(`[${id}](assumptions.html#${id})`);
          seen.stated += clauses.length;
          seen.assumed += assumptions.length;
        }
      }
      for (const { status } of operation.responses) {
        const pointer = [...operation.at, 'responses', status].reduce<string>(child, '');
        for (const id of contract.findBasis(pointer)?.assumptions ?? [])
          expect(marked(pointer), pointer).toContain(`(assumed: [${id}](assumptions.html#${id})`);
      }
    }
    expect(Math.min(seen.stated, seen.assumed)).toBeGreaterThan(20);
    expect(marked('/components/parameters/CarId')).toMatch(/\((stated in|assumed:|rules assumed:) \[/);
  });

  test('states that a field is never sent', () => {
    const { SimplifiedEnvelope } = (shown.components?.schemas ?? {}) as Record<
      string,
      { properties: Record<string, unknown> }
    >;
    expect(SimplifiedEnvelope?.properties.timestamp).toEqual({ type: 'never sent' });
  });

  test('contains the query errors of each operation in its 400 response, without backticks in the labels', () => {
    const labels = exampleBodies(shown).flatMap(({ summary = '' }) => summary);
    expect(labels.join()).toContain('=');
    expect(labels.join()).not.toContain('`');
    const listBrands = readOperations(shown).find(({ id }) => id === 'listBrands');
    expect(JSON.stringify(listBrands?.node.responses?.['400'])).not.toMatch(/getFluids takes|missing-parameter/);
  });

  test('shows header examples as sent, and does not modify the original document', () => {
    expect(bodies).toContain('Example: `ApiKey realm=');
    expect(bodies).not.toContain('"x-assumes"');
    expect(JSON.stringify(document)).toContain('"x-assumes"');
  });

  test('escapes markup in descriptions', () => {
    const evil = {
      ...document,
      info: { ...document.info, description: 'A <img src=x onerror=alert(1)> and `<low>`.' },
    };
    expect(forRedoc(evil).info?.description).toBe('A &lt;img src=x onerror=alert(1)> and `<low>`.');
  });
});
