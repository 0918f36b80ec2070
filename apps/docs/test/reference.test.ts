import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, child, exampleBodies, member, readOperations, wireUrl } from '@vehicle-lookup/openapi';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { successForms } from '../src/contract/envelopes.ts';
import { type Field, fieldsAt } from '../src/contract/fields.ts';
import { sourcesOf } from '../src/contract/sources.ts';
import { renderReference } from '../src/reference/page.ts';
import { forRedoc } from '../src/reference/projection.ts';
import { contentSecurityPolicy, takeApart } from '../src/reference/take-apart.ts';
import type { DocsServer } from '../src/server/server.ts';
import { openBrowser, openPage, violations, type Watched } from './browser.ts';
import { contract } from './rendered.ts';
import { serveSite } from './site.ts';

const { document, operations } = contract;
let browser: Browser;
let docs: DocsServer;
beforeAll(async () => {
  browser = await openBrowser();
  docs = await serveSite();
});
afterAll(async () => {
  await browser?.close();
  await docs?.close();
});

/** Redoc's address of an operation. */
const placeOf = (id: string): string => {
  const { node } = operations.find((one) => one.id === id) ?? {};
  return `/${node?.tags?.[0]?.toLowerCase()}/${id.toLowerCase()}`;
};
const sectionOf = (page: Page, id: string): Locator => page.locator(`[data-section-id="${placeOf(id)}"]`);

/** Opens the reference at an operation. */
async function openAt(id: string, options: Parameters<typeof openPage>[2] = {}): Promise<Watched> {
  const watched = await openPage(browser, docs.address, options);
  await watched.page.goto(`${docs.address}/reference.html#${placeOf(id)}`);
  await sectionOf(watched.page, id).locator('.panel-response-samples').waitFor();
  await watched.page.locator('h1', { hasText: 'Reference: ' }).waitFor();
  return watched;
}

test('lists every operation with its true address', async () => {
  const { page, close } = await openPage(browser, docs.address);
  await page.goto(`${docs.address}/reference.html`);
  await page.getByRole('table').first().waitFor();
  const expected = readOperations(document).map(
    (one) => `${one.method.toUpperCase()} ${wireUrl(document, one).replace('?', '?user={user}&key={key}&')}`,
  );
  expect((await page.locator('td code', { hasText: /^GET / }).allTextContents()).sort()).toEqual(expected.sort());
  await close();
});

test('choosing an envelope changes schema and example together, from either side', async () => {
  const { page, close } = await openAt('getFluids');
  const section = sectionOf(page, 'getFluids');
  const example = section.locator('.panel-response-samples button[aria-haspopup=menu]').first();
  const envelopes = section.locator('[data-component-name="Segmented/Segmented"]');
  for (const name of ['simplified', 'bare', 'full']) {
    await envelopes.getByRole('tab', { name, exact: true }).click();
    await example.filter({ hasText: new RegExp(`^${name}$`) }).waitFor();
  }
  await example.click();
  await page.getByRole('menuitem', { name: 'simplified', exact: true }).click();
  await envelopes.locator('[aria-selected=true]', { hasText: 'simplified' }).waitFor();
  await section.getByText('never sent').first().waitFor();
  await close();
});

test('each view has its title and one heading, and the content is at most three tab stops away', async () => {
  const { page, close } = await openAt('getFluids');
  const summary = operations.find(({ id }) => id === 'getFluids')?.node.summary ?? '';
  expect(await page.title()).toContain(summary);
  expect(await page.locator('h1:visible').allTextContents()).toEqual([`Reference: ${summary}`]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await sectionOf(page, 'getFluids').locator(':focus').count()).toBe(1);
  await close();
});

test('its addresses and its samples are those of the first server of the site, also where a page would take them for markup', async () => {
  const address = "https://vehicles.example.com/a'b&c";
  const own = await serveSite([{ name: 'prod', address }]);
  const watched = await openPage(browser, own.address);
  await watched.page.goto(`${own.address}/reference.html#${placeOf('getFluids')}`);
  await sectionOf(watched.page, 'getFluids').getByText('curl --get').waitFor();
  expect(await sectionOf(watched.page, 'getFluids').textContent()).toContain('https://vehicles.example.com/a');
  const sent = await (await fetch(`${own.address}/reference.html`)).text();
  expect(sent).not.toContain('127.0.0.1:4010');
  expect(sent).toContain('<div class=');
  expect(watched.console).toEqual([]);
  await watched.close();
  await own.close();
});

test.each(['light', 'dark'] as const)('every link in it leads somewhere, in %s', async (colorScheme) => {
  const { page, close } = await openPage(browser, docs.address, { colorScheme });
  await page.goto(`${docs.address}/reference.html`);
  await page.getByRole('link', { name: 'all operations on one page' }).waitFor();
  const links = await page.evaluate(
    "[...document.querySelectorAll('#redoc a[href]')].map((a) => a.getAttribute('href'))",
  );
  const inside = (links as string[]).filter((link) => !/^https?:/.test(link));
  expect(inside.length).toBeGreaterThan(10);
  expect(
    inside.filter(
      (link) =>
        !/^(\.\/)?(reference\.html)?#\/|^operations\/\w+\.html$|^(clauses|assumptions)\.html#[\w.-]+$/.test(link),
    ),
  ).toEqual([]);
  await close();
});

test('nothing in it copies a projection of the contract', async () => {
  const { page, close } = await openAt('getFluids');
  expect(await page.locator('button:visible', { hasText: /^Copy$/ }).count()).toBe(0);
  await close();
});

/** Without DEEP one view stands for all. */
const [schemes, widths] = process.env.DEEP
  ? [['light', 'dark'] as const, [360, 768, 1280]]
  : [['dark'] as const, [1280]];

describe.each(schemes)('in %s', (colorScheme) => {
  const statuses = operations.find(({ id }) => id === 'getOemParts')?.responses.map(({ status }) => status) ?? [];

  test.each(widths)(
    'axe-core finds nothing, %i px wide, also with statuses and the menu of examples open',
    async (width) => {
      const { page, close } = await openAt('getOemParts', {
        colorScheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      const section = sectionOf(page, 'getOemParts');
      // A header that stays covers half a button at some scroll positions, which axe counts as one that is too small.
      await page.addStyleTag({ content: 'header.site { position: static !important }' });
      expect(await violations(page)).toEqual([]);
      // The statuses have one layout: without DEEP the last one stands for them.
      for (const status of process.env.DEEP ? statuses : statuses.slice(-1)) {
        await section.getByRole('tab', { name: status }).click();
        await section.locator('.panel-response-samples').getByRole('button', { name: status, exact: true }).click();
        expect(await violations(page), status).toEqual([]);
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

  test('marks each field, status and parameter with what it rests on, as the own pages do', () => {
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

  test('says of a field that is never sent that it is never sent', () => {
    const { SimplifiedEnvelope } = (shown.components?.schemas ?? {}) as Record<
      string,
      { properties: Record<string, unknown> }
    >;
    expect(SimplifiedEnvelope?.properties.timestamp).toEqual({ type: 'never sent' });
  });

  test('has the problems of each operation in its 400, without back-ticks in the labels', () => {
    const labels = exampleBodies(shown).flatMap(({ summary = '' }) => summary);
    expect(labels.join()).toContain('=');
    expect(labels.join()).not.toContain('`');
    const listBrands = readOperations(shown).find(({ id }) => id === 'listBrands');
    expect(JSON.stringify(listBrands?.node.responses?.['400'])).not.toMatch(/getFluids takes|missing-parameter/);
  });

  test('shows the examples of headers as they are sent, and leaves the original as it was', () => {
    expect(bodies).toContain('Example: `ApiKey realm=');
    expect(bodies).not.toContain('"x-assumes"');
    expect(JSON.stringify(document)).toContain('"x-assumes"');
  });

  test('keeps markup as text', () => {
    const evil = {
      ...document,
      info: { ...document.info, description: 'A <img src=x onerror=alert(1)> and `<low>`.' },
    };
    expect(forRedoc(evil).info?.description).toBe('A &lt;img src=x onerror=alert(1)> and `<low>`.');
  });
});

describe('making the page', () => {
  const directory = temporaryDirectory();
  const fileWith = (content: string): string => {
    const file = join(directory, 'openapi.json');
    writeFileSync(file, content);
    return file;
  };

  test('a document that is not there is named, with what makes it', () => {
    expect(() => renderReference(join(directory, 'none.json'))).toThrow(
      /none\.json is missing: expected what spec\/build\.ts makes\. Run `pnpm build`\.$/,
    );
  });

  test('a file that is not JSON is named', () => {
    expect(() => renderReference(fileWith('{'))).toThrow(/openapi\.json cannot be rendered: .*JSON/);
  });

  test('a document that Redocly rejects is named, with its reason', () => {
    expect(() => renderReference(fileWith(JSON.stringify({ ...document, openapi: '7.0.0' })))).toThrow(
      /openapi\.json cannot be rendered: Unsupported OpenAPI version: 7\.0\.0$/,
    );
  });

  test('a page whose logo cannot be taken away is rejected', () => {
    expect(() => takeApart('<title>Page</title>')).toThrow(
      'expected the address of the logo in the page that Redocly made, found none',
    );
  });

  test('the policy names each script of the page by its hash and allows files of the site alone', () => {
    const policy = contentSecurityPolicy(
      '<script>one()</script><script type="module">two()</script><script src="./x.js"></script>',
    );
    expect(/script-src ([^;]*)/.exec(policy)?.[1]?.match(/'sha256-[^']+'/g)).toHaveLength(2);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });
});
