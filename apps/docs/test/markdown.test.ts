import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { describe, expect, test } from 'vitest';
import { withLinks } from '../src/content/texts.ts';
import { successForms } from '../src/contract/envelopes.ts';
import { errorCases, errorResponses } from '../src/contract/error-cases.ts';
import { sampleRequest } from '../src/contract/requests.ts';
import { samplesOf } from '../src/contract/samples.ts';
import { hasMarkdown, relativeMarkdown } from '../src/layout/links.ts';
import { startDocs } from '../src/server/server.ts';
import { attributes, codeOf, contract, fileAt, files, mainOf, paths, site } from './rendered.ts';

const both = paths.filter((path) => hasMarkdown({ path: path.replace('.html', '') }));
const markdownOf = (path: string): string => fileAt(path.replace(/html$/, 'md'));

/** Removes white space and the syntax characters of Markdown. */
const squeezed = (text: string): string => text.replaceAll(/[\s`*_|\\>]/g, '');
const squeezedMarkdown = (text: string): string => squeezed(withLinks(text, () => undefined));

/** Returns the text of the elements in the content of a page, except for elements that only the HTML version has. */
const piecesOf = (page: string): string[] =>
  mainOf(page)
    .replaceAll(/<(nav|noscript)\b[\s\S]*?<\/\1>|<p class="for-programs">[\s\S]*?<\/p>/g, '')
    .replaceAll(/<a class="button"[^>]*>[\s\S]*?<\/a>|<details class="card[\s\S]*?<\/details>/g, '')
    .split(
      /<\/?(?:h\d|p|ul|ol|li|pre|table|thead|tbody|tr|th|td|div|section|article|blockquote|details|summary|dl|dt|dd|br)\b[^>]*>/,
    )
    .map((piece) => squeezed(codeOf(piece)))
    // Only the HTML version has summaries such as “rules”.
    .filter((piece) => piece.length > 8 && !/^(?:rules|stated|assumed|,)+$/.test(piece));

test.each(both)('%s contains no text that is missing from its Markdown version', (path) => {
  const said = squeezedMarkdown(markdownOf(path));
  const pieces = piecesOf(fileAt(path));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.filter((piece) => !said.includes(piece))).toEqual([]);
  expect(fileAt(path)).toContain('rel="alternate" type="text/markdown"');
});

test.each(contract.operations)(
  'the Markdown of $id contains its samples, examples, parameters and errors unchanged',
  (operation) => {
    const { id, parameters } = operation;
    const page = fileAt(`operations/${id}.html`);
    const text = fileAt(`operations/${id}.md`);
    const blocks = [...page.matchAll(/<pre\b[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) => codeOf(code));
    const [success] = successForms(contract.document, operation);
    expect(blocks.length).toBeGreaterThanOrEqual(samplesOf(sampleRequest(site, operation)).length + 1);
    expect(blocks.map((one) => one.trim())).toContain(JSON.stringify(success?.example, null, 2));
    // Lines within a list are indented.
    const flat = (lines: string) => lines.replaceAll(/^ +/gm, '');
    for (const block of blocks) expect(flat(text)).toContain(flat(block));
    expect(parameters).not.toEqual([]);
    for (const { name } of parameters) expect(text).toContain(`- \`${name}\` `);
    const summaries = [...page.matchAll(/<summary><code>([\w-]+)<\/code>/g)].map(([, one]) => one);
    const cases = errorResponses(operation).flatMap((response) => errorCases(contract, operation, response));
    expect(summaries).toEqual(cases.map(({ name }) => name));
    for (const summary of summaries) expect(text).toContain(`- \`${summary}\` `);
  },
);

test('headings in Markdown do not show ids', () => {
  for (const [path, file] of files)
    if (path.endsWith('.md')) expect(file.toString().match(/^#+ .*\{#.*$/m), path).toBeNull();
});

test('every link in Markdown points to a file of the site', () => {
  for (const [path, file] of files) {
    if (!/\.(md|txt)$/.test(path)) continue;
    const text = file.toString().replaceAll(/```[\s\S]*?```|`[^`]*`/g, 'code');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      expect([...files.keys()], `${path}: ${target}`).toContain(
        new URL(target, `http://site/${path}`).pathname.slice(1),
      );
    }
  }
});

describe('a link in a Markdown page', () => {
  const targets = { pages: new Set(['a/b', 'c', 'try']), names: new Map() };
  const whole = (text: string, base?: string) => relativeMarkdown(text, 'a/b', targets, base);

  test('points to the Markdown version of a page, or to the HTML page if there is no Markdown version', () => {
    expect(whole('[x](/c#d) [y](/try) [z](/openapi.json) [h](#here)')).toBe(
      '[x](../c.md#d) [y](../try.html) [z](../openapi.json) [h](#here)',
    );
  });

  test('is absolute if the URL of the site is known, but stays unchanged in code', () => {
    expect(whole('[x](/c#d), [y](https://e.example/f), [h](#here)', 'https://docs.example.com/v1')).toBe(
      '[x](https://docs.example.com/v1/c.md#d), [y](https://e.example/f), [h](https://docs.example.com/v1/a/b.md#here)',
    );
    expect(whole('`[x](/c)` ``a`](/c)``\n```js\n[x](/c)\n```\n[x](/c)', 'https://docs.example.com/v1')).toBe(
      '`[x](/c)` ``a`](/c)``\n```js\n[x](/c)\n```\n[x](https://docs.example.com/v1/c.md)',
    );
  });

  test('to an unknown page is rejected', () => {
    expect(() => whole('[x](/nowhere)')).toThrow(UserError);
    expect(() => whole('[x](/nowhere)')).toThrow('a/b links to /nowhere, which is not a page of the site. Correct');
  });

  test('after an escaped backtick is converted', () => {
    expect(whole('a \\` [x](/c) \\` [y](/c)')).toBe('a \\` [x](../c.md) \\` [y](../c.md)');
  });
});

test('llms.txt lists every page with a Markdown version, and the contract files', () => {
  const text = fileAt('llms.txt');
  expect(text).toMatch(/^# .+\n\n> .+/);
  for (const path of both) expect(text).toContain(`](${path.replace(/html$/, 'md')})`);
  expect(text).toContain('](openapi.json)');
});

test('the Accept header selects Markdown or HTML, and an unchanged page returns 304', async () => {
  const { address, close } = await startDocs(() => files, { servers: [], path: '/api/' });
  const get = (headers: Record<string, string>) => fetch(`${address}/errors.html`, { headers });
  const markdown = await get({ accept: 'text/markdown' });
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await markdown.text()).toBe(fileAt('errors.md'));
  const page = await get({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toContain('accept');
  await page.text();
  const again = await get({ 'if-none-match': page.headers.get('etag') ?? '' });
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
  expect(attributes(fileAt('errors.html'), 'href')).toContain('./errors.md');
  await close();
});
