import { createHash } from 'node:crypto';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { inline } from '../markdown/render.ts';
import { type Group, htmlOf, type SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { addressOf, hasMarkdown } from './links.ts';

/** A heading that can be linked. */
type Heading = Record<'level' | 'id', string> & { text: Markup };

/** Renders a complete page. Its links are relative to the root of the site. */
export function frame({ contract, publicAddress }: Site, groups: readonly Group[], page: SitePage): string {
  const { path, title, heading = title, description, body, isWide = false, scripts = [], data } = page;
  const main = htmlOf(body);
  const headings = headingsOf(main, isWide);
  // Redoc creates its own main element, so the heading of the reference is in the header.
  const isReference = scripts.includes('reference');
  const landmark: Markup = { markup: isReference ? 'div' : 'main' };
  const first = markup`<h1>${inline(heading)}</h1>\n`;
  const contents = headings.length < 2 ? markup`` : headingList(headings);
  const canonical =
    publicAddress === undefined || path === '404'
      ? ''
      : markup`<link rel="canonical" href="${addressOf(publicAddress, path)}">\n`;
  const alternate = hasMarkdown(page) ? markup`<link rel="alternate" type="text/markdown" href="/${path}.md">\n` : '';
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description.replaceAll('`', '')}">
<title>${title === contract.title ? title : `${title} · ${contract.title}`}</title>
${alternate}${canonical}<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
<script src="/assets/early.js"></script>
<link rel="stylesheet" href="/assets/site.css">
<script src="/assets/site.js" data-root="/" data-search="assets/search-index.js assets/find.js" defer></script>
${scripts.map((name) => markup`<script src="/assets/${name}.js" defer></script>\n`)}${data === undefined ? markup`` : markup`<script type="application/json" id="page-data">${dataOf(data)}</script>\n`}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<button type="button" class="menu" popovertarget="site-menu">Menu</button>
<a class="home" href="/index"><img src="/assets/mark.svg" alt="" width="28" height="28"><span>${contract.title}</span> <span class="version">${contract.version}</span></a>
${isReference ? first : markup``}<div class="tools"></div>
</header>
<div class="columns" data-layout="${isReference ? 'reference' : isWide ? 'wide' : 'text'}">
${menu(groups, path, headings)}
<${landmark} id="content" tabindex="-1">
${isReference ? markup`` : first}${headings.length < 2 ? markup`` : markup`<details class="on-page"><summary>On this page</summary>${contents}</details>\n`}${main}
${pager(groups, path)}${hasMarkdown(page) ? markup`\n<p class="for-programs"><a href="/${path}.md">This page as Markdown</a> <a href="/llms.txt">All pages for programs</a></p>` : markup``}
</${landmark}>
${isWide || headings.length < 2 ? markup`` : markup`<nav class="contents" aria-label="On this page"><p>On this page</p>${contents}</nav>`}
</div>
</body>
</html>
`.markup;
}

/** Renders the navigation menu, with the headings of the current page. On a phone, the menu is a drawer. */
const menu = (groups: readonly Group[], current: string, headings: readonly Heading[]): Markup =>
  markup`<nav id="site-menu" class="side" popover aria-label="Site">
${groups.map(({ title, pages }) => {
  const items = pages.map(({ path, title: name, label = name }) =>
    path === current
      ? markup`<li><a href="/${path}" aria-current="page">${label}</a>${headings.length < 2 ? markup`` : headingList(headings)}</li>`
      : markup`<li><a href="/${path}">${label}</a></li>`,
  );
  return markup`<p>${title}</p><ul>${items}</ul>\n`;
})}</nav>`;

/** Returns the headings of a page. Headings of level three are included only if the page has few headings. */
function headingsOf({ markup: text }: Markup, isWide: boolean): Heading[] {
  const found = text.matchAll(/<h([23]) id="([^"]*)"><a class="self"[^>]*>([\s\S]*?)<\/a><\/h\1>/g);
  const all = [...found].map(([, level = '', id = '', inner = '']) => ({
    level,
    id,
    text: { markup: inner.replaceAll(/<[^>]*>/g, '') },
  }));
  return !isWide && all.length <= 24 ? all : all.filter(({ level }) => level === '2');
}

const headingList = (headings: readonly Heading[]): Markup =>
  markup`<ul>${headings.map(({ level, id, text }) => markup`<li class="l${level}"><a href="#${id}">${text}</a></li>`)}</ul>`;

/** Renders the links to the previous page and the next page. */
function pager(groups: readonly Group[], path: string): Markup {
  const order = groups.flatMap(({ pages }) => pages);
  const at = order.findIndex((page) => page.path === path);
  if (at < 0 || path === 'reference') return markup``;
  const link = (page: SitePage | undefined, word: string): Markup =>
    page
      ? markup`<a class="${word.toLowerCase()}" href="/${page.path}"><small>${word}</small> ${page.label ?? page.title}</a>`
      : markup``;
  return markup`<nav class="pager" aria-label="Previous and next page">${link(order[at - 1], 'Previous')}${link(order[at + 1], 'Next')}</nav>`;
}

/** Returns JSON that no string in the data can use to close the surrounding `script` element. */
const dataOf = (value: unknown): Markup => ({ markup: JSON.stringify(value).replaceAll('<', '\\u003c') });

/** Hash of an empty style element, to which Redoc later adds its rules. */
const EMPTY_STYLE = `'sha256-${createHash('sha256').update('').digest('base64')}'`;

/** Returns the policy of a page, which may load only files from the site. Only the form may send requests to any server. */
function policyOf({ scripts = [] }: SitePage): string {
  const isReference = scripts.includes('reference');
  const connect = scripts.includes('try-it') ? "'self' http: https:" : "'none'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${isReference ? ` ${EMPTY_STYLE}` : ''}`,
    `img-src 'self'${isReference ? ' data:' : ''}`,
    ...(isReference ? ['font-src data:'] : []),
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
