import { describe, expect, test } from 'vitest';
import { markdownPath } from '../src/markdown/links.ts';
import { finishMarkdown, renderMarkdown } from '../src/markdown/render.ts';
import { assetsOf } from '../src/server/assets.ts';
import { startDocs } from '../src/server/server.ts';
import { attributes, codeOf, pageAt, paths, site, textOf } from './rendered.ts';

const files = renderMarkdown(site);
const both = paths.flatMap((path) => {
  const other = markdownPath(path);
  return other === undefined ? [] : [{ path, other }];
});

/** A text without what only one of the two forms has. */
const words = (text: string): string => text.replaceAll(/[`*_\\\s]+/g, ' ').trim();

/** Both forms without their marks, to find the lines of one in the other. */
const plain = (text: string): string =>
  text
    .replaceAll(/[`*_>\\]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
const plainMarkdown = (text: string): string => plain(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));

/** The lines of text that a page shows in its content, without what is for people alone. */
function linesOf(page: string): string[] {
  const [, main = ''] = /<main\b[^>]*>([\s\S]*)<\/main>/.exec(page) ?? [];
  const text = main
    .replaceAll(/<(nav|button|select|form)\b[\s\S]*?<\/\1>|<p [^>]*data-markdown-ignore[\s\S]*?<\/p>/g, '')
    .replaceAll(/<\/?(p|div|h\d|li|ul|tr|td|th|pre|dt|dd|dl|section|details|summary|blockquote|br)\b[^>]*>/g, '\n');
  const lines = codeOf(text).split('\n').map(plain);
  return [...new Set(lines)].filter((line) => line.length >= 20);
}

/** The start page has more for people: what to paste first. */
const MOST_MISSING = (path: string): number => (path === 'index.html' ? 0.4 : 0.1);

describe.each(both)('$path', ({ path, other }) => {
  const page = pageAt(path);
  const text = files.get(other) ?? '';

  test('names its Markdown, and its headings are in it', () => {
    expect(page).toContain('rel="alternate" type="text/markdown"');
    const shown = words(text);
    for (const [, level, inner = ''] of page.matchAll(/<h([12])\b[^>]*>([\s\S]*?)<\/h\1>/g)) {
      const heading = textOf(inner);
      if (['Try it', 'A first response', 'Index'].includes(heading)) continue; // for people
      if (path === 'clauses.html' && level === '2') continue; // groups; each clause is a heading there
      for (const word of words(heading).split(' ')) expect(shown, heading).toContain(word);
    }
  });

  test('says in Markdown what it says as a page, line by line', () => {
    const said = plainMarkdown(text);
    const lines = linesOf(page);
    const missing = lines.filter((line) => !said.includes(line));
    expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(Math.max(2, lines.length * MOST_MISSING(path)));
  });

  test('has the code of each sample and example, the fields, the parameters and the errors', () => {
    const code = [...page.matchAll(/<pre\b[^>]*data-language="(?!outline|http)[^"]*"[^>]*><code>([\s\S]*?)<\/code>/g)];
    if (path.startsWith('operations/')) for (const [, one = ''] of code) expect(text).toContain(codeOf(one));
    for (const name of ['data-field', 'data-parameter', 'data-error'])
      for (const value of attributes(page, name)) expect(text, `${name} ${value}`).toContain(`\`${value}`);
    for (const name of ['data-assumption', 'data-clause'])
      for (const value of attributes(page, name)) expect(text, `${name} ${value}`).toContain(`## ${value}\n`);
  });
});

test('every link of the Markdown leads to a file of the site', () => {
  const known = new Set([...files.keys(), ...paths]);
  for (const [path, text] of files) {
    for (const [, target = ''] of text
      .replaceAll(/```[\s\S]*?```|`[^`]*`/g, 'code')
      .matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      const { pathname } = new URL(target, `http://site/${path}`);
      if (/\.(yaml|json)$/.test(pathname)) continue; // the contract's files
      expect(known, `${path}: ${target}`).toContain(pathname.slice(1));
    }
  }
});

test('with the address of the site every link is whole, except in code; what is no address stays as it is', () => {
  const whole = (text: string) => finishMarkdown({ publicAddress: 'https://docs.example.com/v1' }, 'a/b.md', text);
  expect(whole('[x](../c.md#d), [y](https://e.example/f), [z](http://[)')).toBe(
    '[x](https://docs.example.com/v1/c.md#d), [y](https://e.example/f), [z](http://[)',
  );
  expect(whole('`[x](c.md)` ``a`](c.md)``\n```js\n[x](c.md)\n```\n[x](c.md)')).toBe(
    '`[x](c.md)` ``a`](c.md)``\n```js\n[x](c.md)\n```\n[x](https://docs.example.com/v1/a/c.md)',
  );
});

test('llms.txt names every operation and every page that exists as Markdown', () => {
  const text = files.get('llms.txt') ?? '';
  expect(text).toMatch(/^# .+\n\n> .+/);
  for (const path of files.keys()) if (path !== 'llms.txt') expect(text).toContain(`](${path})`);
});

test('a client that asks for Markdown gets it, a browser gets the page, and a page that has not changed is not sent again', async () => {
  const pages = new Map(
    [...files, ['errors.html', pageAt('errors.html')]].map(
      ([path, text]) => [path, Buffer.from(text ?? '')] as [string, Buffer],
    ),
  );
  const assets = assetsOf(pages);
  const { address, close } = await startDocs(() => assets, { servers: [], path: '/api/' });
  const get = (headers: Record<string, string>) => fetch(`${address}/errors.html`, { headers });
  const markdown = await get({ accept: 'text/markdown' });
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await markdown.text()).toBe(files.get('errors.md'));
  const page = await get({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toContain('accept');
  await page.text();
  const again = await get({ 'if-none-match': page.headers.get('etag') ?? '' });
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
  await close();
});
