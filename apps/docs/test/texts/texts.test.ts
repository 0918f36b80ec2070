import { describe, expect, test } from 'vitest';
import { partsOf, repositoryAddress, targetOf, withLinks } from '../../src/content/texts.ts';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { attributes, site, textOf } from '../rendered.ts';

const html = (markdown: string): string => renderMarkdown(markdown).markup;

describe('a rendered text', () => {
  test('has headings with the same unique ids as on GitHub', () => {
    expect(attributes(html('## The `key` (it)\n\n## Same\n\n## Same\n'), 'id')).toEqual([
      'the-key-it',
      'same',
      'same-1',
    ]);
  });

  test('has unique heading ids even in quotations, lists and boxes', () => {
    const page = html('# Same\n\n> ## Same\n\n- ### Same\n\n> [!TIP]\n> ## Same\n>\n> text {#x}\n');
    expect(attributes(page, 'id')).toEqual(['same', 'same-1', 'same-2', 'same-3']);
  });

  test('supports explicit heading ids and boxes', () => {
    expect(html('## The `key` {#id.x}\n')).toBe(
      '<h2 id="id.x"><a class="self" href="#id.x">The <code>key</code></a></h2>\n',
    );
    expect(html('> [!TIP]\n> **Do** it.\n')).toBe('<div class="box tip"><p><strong>Do</strong> it.</p>\n</div>\n');
  });

  test('escapes markup without losing content', () => {
    const long = 'word '.repeat(500).trim();
    expect(html(`<img src=x onerror=a()> & "it" \`<b>\` ${long}`)).not.toMatch(/<img|<b>/);
    expect(textOf(html(`a <b> & "it" ${long}`))).toBe(`a <b> & "it" ${long}`);
    expect(html('<!-- written by a program -->\n\ntext')).toBe('<p>text</p>\n');
    expect(html('<!-- a\ncomment --> after *it*\n\ntext <!-- x -->\n')).toBe('after *it*<p>text </p>\n');
    expect(html('a\u202eb `c\u200bd`')).toBe('<p>a\\u{202e}b <code>c\\u{200b}d</code></p>\n');
    expect(html('[x](javascript:a()) <https://a.example>')).toBe('<p>x https://a.example</p>\n');
    expect(html(`\`\`\`js\n${long}\n\`\`\``)).toContain(long);
  });

  test('supports tables, nested lists and highlighted code', () => {
    const page = html('| a | b |\n| --- | --- |\n| `x \\| y` | 1 |\n\n- a\n  1. b\n\n```js\nconst a = 1;\n```\n');
    expect(page).toContain('<th scope="row"><code>x | y</code></th><td>1</td>');
    expect(attributes(html('| `200` | *b* | |\n| --- | --- | --- |\n'), 'aria-label')).toEqual(['Table: 200, b']);
    expect(page.replaceAll('\n', '')).toContain('<ul><li>a<ol><li>b</li></ol>');
    expect(page).toContain('<span class="t-keyword">const</span>');
  });

  test('rejects images', () => {
    expect(() => html('![a](b.png)')).toThrow('The site does not show images, but a text contains ![a](b.png).');
  });
});

describe('a link in a README', () => {
  const pages = new Map([
    ['packages/client/README.md', 'packages/client'],
    ['apps/service/README.md', 'packages/service'],
  ]);
  const address = 'https://example.com/lookup';

  test.each([
    ['../client/README.md#errors', '/packages/client#errors'],
    ['../../apps/service', '/packages/service'],
    ['../../examples/tasks', `${address}/blob/main/examples/tasks`],
    ['report.schema.json', `${address}/blob/main/packages/mine/report.schema.json`],
    ['https://heyapi.dev', 'https://heyapi.dev'],
    ['#here', '#here'],
  ])('%s is converted to %s', (link, target) => {
    expect(targetOf(link, 'packages/mine', pages, address)).toBe(target);
  });

  test('to a file becomes plain text if the repository URL is a placeholder', () => {
    const unknown = repositoryAddress('{ "repository": { "url": "git+https://github.com/OWNER/lookup.git" } }');
    expect(unknown).toBeUndefined();
    expect(repositoryAddress('{ "repository": { "url": "git+https://example.com/lookup.git" } }')).toBe(address);
    expect(withLinks('a [`b` c](d.md) `[e](f)`', (link) => targetOf(link, 'packages/mine', pages, unknown))).toBe(
      'a `b` c `[e](f)`',
    );
  });
});

test('an escaped backtick does not start inline code', () => {
  expect(withLinks('a \\` [b](c) \\` `[d](e)`', (link) => `/${link}`)).toBe('a \\` [b](/c) \\` `[d](e)`');
});

test('a text is split into a title, a first sentence without links, and a body', () => {
  expect(partsOf('# Mine\n\nAbout *it* and [them](/x). More.\n\n## Next\n')).toEqual({
    title: 'Mine',
    about: 'About it and them.',
    body: 'About *it* and [them](/x). More.\n\n## Next',
  });
});

test('published packages have pages, and the navigation lists the packages to which a guide links', () => {
  const packages = site.texts.filter(({ kind }) => kind === 'package');
  const labels = packages.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['client', 'contract', 'service', 'spec', 'contract-tests']));
  expect(labels).not.toContain('testing');
  expect(labels).not.toContain('docs');
  const listed = packages.filter(({ isListed }) => isListed).map(({ label }) => label);
  expect(listed).toContain('mock');
  expect(listed).not.toContain('toolkit');
});
