import { describe, expect, test } from 'vitest';
import { markdownPath } from '../src/markdown/links.ts';
import { renderMarkdown } from '../src/markdown/render.ts';
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

describe.each(both)('$path', ({ path, other }) => {
  const page = pageAt(path);
  const text = files.get(other) ?? '';

  test('names its Markdown, and its headings are in it', () => {
    expect(page).toContain('rel="alternate" type="text/markdown"');
    const shown = words(text);
    for (const [, level, inner = ''] of page.matchAll(/<h([12])\b[^>]*>([\s\S]*?)<\/h\1>/g)) {
      const heading = textOf(inner);
      if (['Try it', 'Scorecard', 'A first reply', 'Index'].includes(heading)) continue; // for people
      if (path === 'clauses.html' && level === '2') continue; // groups; each clause is a heading there
      for (const word of words(heading).split(' ')) expect(shown, heading).toContain(word);
    }
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
  const { address, close } = await startDocs(() => assets, []);
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
