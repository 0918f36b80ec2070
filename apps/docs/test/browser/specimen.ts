import { frame } from '../../src/layout/frame.ts';
import { relativeHtml } from '../../src/layout/links.ts';
import { box, code, fence, json, table } from '../../src/markdown/write.ts';
import type { Block, SitePage } from '../../src/page.ts';
import { groupsOf } from '../../src/pages/index.ts';
import { tryItCard, tryItData } from '../../src/pages/try-it.ts';
import { beside, card, folds, tabs } from '../../src/widgets/layout.ts';
import { rows } from '../../src/widgets/rows.ts';
import { files, site } from '../rendered.ts';

const ROW = { type: 'string', flags: ['required'], more: [], rows: [] };

/** Every kind of Markdown. */
const TEXT: Block[] = [
  'A paragraph with *emphasis*, **strong text**, `code`, a [link](/errors#quota), and the statuses `200`, `404` and `500`.',
  '## A heading of level two\n\n### A heading of level three with `code`\n\n#### A heading of level four',
  '- an item\n  1. an item of an ordered list\n- `404` [a status](#two)\n\n> A quotation.',
  ...(['NOTE', 'TIP', 'WARNING', 'CAUTION'] as const).map((kind) => box(kind, '**A box**', '- an item with `code`')),
  table(['Name', 'Text', 'A long column'], [[code('name'), 'a [link](/index)', code('GET /api/?'.repeat(20))]]),
  fence('curl --get http://127.0.0.1/ # comment', 'sh'),
  fence('const answer = call("text", 42);', 'js'),
  fence('the output', 'text'),
  fence('{\n  "data": [ … ]\n}', 'outline'),
  fence('HTTP/1.1 429\nRetry-After: 1', 'http'),
];

/** Every widget. */
const WIDGET: Block = beside(
  ['An introduction.'],
  [
    card(
      'card',
      `A card ${code('200')}`,
      tabs(
        'specimen',
        'Panels',
        [
          { name: 'one', body: [json({ text: 'x', number: 1 })] },
          { name: 'two', body: ['Two'] },
        ],
        'panel',
      ),
      `A paragraph with ${code('CODE')}.`,
    ),
    tryItCard(),
  ],
  [
    rows([
      {
        ...ROW,
        id: 'row',
        name: 'name',
        path: 'name',
        label: 'A label',
        text: 'A text.',
        flags: ['may be empty'],
        more: [['Rules', `${code('minLength 1')}, [assumed](/assumptions)`]],
        rows: [{ ...ROW, name: 'inner', path: 'name.inner', text: 'Another text.' }],
      },
    ]),
    folds([{ summary: `${code('name')} a summary`, more: 'The details.' }]),
  ],
);

const PAGE: SitePage = {
  path: 'specimen',
  title: 'Specimen',
  description: 'A specimen.',
  body: TEXT,
};

/** Returns the site with two additional pages, which contain every kind of Markdown and every widget. */
export function withSpecimens(): Map<string, Buffer> {
  const groups = groupsOf(site);
  const assets = [...files.keys()].filter((path) => path.startsWith('assets/'));
  const targets = {
    pages: new Set(groups.flatMap(({ pages }) => pages.map(({ path }) => path))),
    names: new Map(assets.map((path) => [path.replace(/\.[0-9a-f]{12}\./, '.'), path])),
  };
  const operation = site.contract.operations[0]?.id ?? '';
  const wide: SitePage = {
    ...PAGE,
    path: 'specimen-wide',
    title: 'Wide specimen',
    body: [WIDGET],
    isWide: true,
    scripts: ['try-it'],
    data: tryItData(site, operation),
  };
  const pages = [PAGE, wide].map((page) => {
    const html = frame(site, groups, page).replaceAll(`/${page.path}.md`, '/llms.txt');
    return [`${page.path}.html`, Buffer.from(relativeHtml(html, page.path, targets))] as const;
  });
  return new Map([...files, ...pages]);
}
