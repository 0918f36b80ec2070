import { describe, expect, test } from 'vitest';
import { addressOf, targetOf } from '../../src/texts/load.ts';
import { textMarkdown, textPage } from '../../src/texts/pages.ts';
import { renderText } from '../../src/texts/render.ts';
import { partsOf, type Text, withLinks } from '../../src/texts/text.ts';
import { attributes, site, textOf } from '../rendered.ts';

const html = (markdown: string): string => renderText(markdown).markup;

describe('a text as a page', () => {
  test('has headings with the ids that GitHub gives them, each once', () => {
    expect(attributes(html('## The `key` (it)\n\n## Same\n\n## Same\n'), 'id')).toEqual([
      'the-key-it',
      'same',
      'same-1',
    ]);
  });

  test('escapes what it says, whatever it is, and keeps all of it', () => {
    const long = 'word '.repeat(500).trim();
    expect(html(`<img src=x onerror=a()> & "it" \`<b>\` ${long}`)).not.toMatch(/<img|<b>/);
    expect(textOf(html(`a <b> & "it" ${long}`))).toBe(`a <b> & "it" ${long}`);
    expect(html('<!-- written by a program -->\n\ntext')).toBe('<p>text</p>\n');
  });

  test('has tables, lists in lists, and code with colours', () => {
    const page = html('| a | b |\n| --- | --- |\n| `x \\| y` | 1 |\n\n- a\n  1. b\n\n```js\nconst a = 1;\n```\n');
    expect(page).toContain('<th scope="row"><code>x | y</code></th><td>1</td>');
    expect(page).toContain('<ul><li>a<ol><li>b</li></ol>');
    expect(page).toContain('<span class="t-keyword">const</span>');
  });

  test('rejects Markdown that it would show wrongly', () => {
    expect(() => html('![a](b.png)')).toThrow('does not render: image');
  });
});

describe('a link of a README', () => {
  const pages = new Map([
    ['packages/client/README.md', 'packages/client.html'],
    ['apps/service/README.md', 'packages/service.html'],
  ]);
  const address = 'https://example.com/lookup';

  test.each([
    ['../client/README.md#errors', 'site:packages/client.html#errors'],
    ['../../apps/service', 'site:packages/service.html'],
    ['../../examples/tasks', `${address}/blob/main/examples/tasks`],
    ['report.schema.json', `${address}/blob/main/packages/mine/report.schema.json`],
    ['https://heyapi.dev', 'https://heyapi.dev'],
    ['#here', '#here'],
  ])('%s leads to %s', (link, target) => {
    expect(targetOf(link, 'packages/mine', pages, address)).toBe(target);
  });

  test('to a file is plain text while the address of the repository is a placeholder', () => {
    const unknown = addressOf('{ "repository": { "url": "git+https://github.com/OWNER/lookup.git" } }');
    expect(unknown).toBeUndefined();
    expect(addressOf('{ "repository": { "url": "git+https://example.com/lookup.git" } }')).toBe(address);
    expect(withLinks('a [`b` c](d.md) `[e](f)`', (link) => targetOf(link, 'packages/mine', pages, unknown))).toBe(
      'a `b` c `[e](f)`',
    );
  });

  test('leads to a page in HTML, and to Markdown in Markdown', () => {
    const text: Text = {
      kind: 'guide',
      path: 'guides/mine.html',
      label: 'Mine',
      isListed: true,
      ...partsOf('# Mine\n\nAbout *it*.\n\n[a](site:packages/client.html#errors) [b](site:operations.json)\n'),
    };
    expect(text.about).toBe('About it.');
    expect(attributes(textPage(text).main.markup, 'href')).toEqual([
      '../packages/client.html#errors',
      '../operations.json',
    ]);
    expect(textMarkdown(text)).toContain('[a](../packages/client.md#errors) [b](../operations.json)');
  });
});

test('the packages are those that are published; the navigation has those that a guide links to', () => {
  const packages = site.texts.filter(({ kind }) => kind === 'package');
  const labels = packages.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['client', 'contract', 'service', 'spec', 'contract-tests']));
  expect(labels).not.toContain('testing');
  expect(labels).not.toContain('docs');
  const listed = packages.filter(({ isListed }) => isListed).map(({ label }) => label);
  expect(listed).toContain('mock');
  expect(listed).not.toContain('toolkit');
});

test('each heading, paragraph, item, cell and block of code of a page is in its Markdown, too', () => {
  const squeezed = (text: string) => text.replaceAll(/[\s`*_|\\]/g, '');
  const end = /<\/?(?:h\d|p|ul|ol|li|pre|table|thead|tbody|tr|th|td|div|article|blockquote)\b[^>]*>/;
  for (const text of site.texts) {
    const plain = squeezed(withLinks(textMarkdown(text), () => undefined));
    const pieces = textPage(text)
      .main.markup.replace(/<p class="eyebrow">.*?<\/p>/, '')
      .split(end)
      .map(textOf);
    expect(
      pieces.filter((piece) => !plain.includes(squeezed(piece))),
      text.path,
    ).toEqual([]);
  }
});
