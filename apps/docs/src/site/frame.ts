import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { Contract } from '../contract/contract.ts';
import { markdownPath } from '../markdown/links.ts';
import type { Site, SitePage } from '../site.ts';
import { canonicalAddress } from './crawlers.ts';
import { type Heading, headingsOf } from './headings.ts';
import { PATHS, rootOf } from './links.ts';
import { type NavigationGroup, type NavigationItem, navigationOf, neighbours } from './navigation.ts';

/** A whole page. It loads files of the site alone; its policy says so to the browser. */
export function frame(site: Site, page: SitePage): string {
  const { contract, texts } = site;
  const { path, title, description, main, layout = 'text', tryIt } = page;
  const root = rootOf(path);
  const groups = navigationOf(contract, texts);
  const asMarkdown = markdownPath(path);
  const headings = contentsOf(page);
  const canonical = canonicalAddress(site, path);
  const data =
    tryIt &&
    markup`
<script type="application/json" id="try-it-data">${json(tryIt)}</script>
<script src="${root}assets/try-it.js" defer></script>`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(tryIt ? 'anywhere' : asMarkdown ? 'site' : 'nowhere')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description ?? contract.document.info?.summary ?? contract.title}">
<title>${title === contract.title ? title : `${title} · ${contract.title}`}</title>
${
  asMarkdown === undefined
    ? markup``
    : markup`<link rel="alternate" type="text/markdown" href="${root}${asMarkdown}">
`
}${
  canonical === undefined
    ? markup``
    : markup`<link rel="canonical" href="${canonical}">
`
}<link rel="icon" href="${root}assets/mark.svg" type="image/svg+xml">
<script src="${root}assets/theme.js"></script>
<link rel="stylesheet" href="${root}assets/site.css">
<script src="${root}assets/site.js" data-root="${root}" data-search="assets/search-index.js assets/find.js" defer></script>${data ?? markup``}
</head>
<body>
${siteHeader(contract, path)}
<div class="columns" data-layout="${layout}">
${siteMenu(groups, path, headings)}
<main id="content" tabindex="-1">
${asMarkdown === undefined ? markup`` : forPrograms(root, asMarkdown)}${main}
${pager(groups, path)}
</main>
${layout === 'text' ? contents(headings) : markup``}
</div>
</body>
</html>
`.markup;
}

/** The same page for a program that reads, and where such a program begins. A script makes a button of the first link. */
const forPrograms = (root: string, asMarkdown: string): Markup => markup`<p class="for-programs" data-markdown-ignore>
<a href="${root}${asMarkdown}" data-copy>As Markdown</a> <a href="${root}llms.txt">llms.txt</a>
</p>
`;

/** What every page begins with, the reference too: the way past it, the menu of a phone, and the way to the first page. */
export function siteHeader({ title, version }: Pick<Contract, 'title' | 'version'>, path: string): Markup {
  const root = rootOf(path);
  return markup`<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<button type="button" class="menu" popovertarget="site-menu">Menu</button>
<a class="home" href="${root}${PATHS.start}"><img src="${root}assets/mark.svg" alt="" width="28" height="28"><span>${title}</span> <span class="version">${version}</span></a>
<div class="tools"></div>
</header>`;
}

/** The pages in their groups, beside the content; on a phone a drawer. Below the page that is shown stand its headings. */
export function siteMenu(groups: readonly NavigationGroup[], page: string, headings: readonly Heading[]): Markup {
  const root = rootOf(page);
  const item = ({ path, text }: NavigationItem): Markup =>
    path === page
      ? markup`<li><a href="${root}${path}" aria-current="page">${text}</a>${headingList(headings)}</li>`
      : markup`<li><a href="${root}${path}">${text}</a></li>`;
  return markup`<nav id="site-menu" class="side" popover aria-label="Site">
${groups.map(({ title, items }) => markup`<p>${title}</p><ul>${items.map(item)}</ul>\n`)}</nav>`;
}

/** The headings that are worth a line: those of the third level only where there are few. */
function contentsOf({ main, layout }: SitePage): Heading[] {
  const all = headingsOf(main);
  return layout !== 'wide' && all.length <= 24 ? all : all.filter(({ level }) => level === 2);
}

const headingList = (headings: readonly Heading[]): Markup =>
  headings.length < 2
    ? markup``
    : markup`<ul>${headings.map(({ level, id, text }) => markup`<li class="l${level}"><a href="#${id}">${text}</a></li>`)}</ul>`;

const contents = (headings: readonly Heading[]): Markup =>
  headings.length < 2
    ? markup``
    : markup`<nav class="contents" aria-label="On this page"><p>On this page</p>${headingList(headings)}</nav>`;

function pager(groups: readonly NavigationGroup[], path: string): Markup {
  const { previous, next } = neighbours(groups, path);
  const root = rootOf(path);
  const link = (item: NavigationItem | undefined, word: string): Markup =>
    item
      ? markup`<a class="${word.toLowerCase()}" href="${root}${item.path}"><small>${word}</small> ${item.text}</a>`
      : markup``;
  return previous || next
    ? markup`<nav class="pager" aria-label="Previous and next page">${link(previous, 'Previous')}${link(next, 'Next')}</nav>`
    : markup``;
}

/** JSON inside a `script`: nothing in it ends the element. */
const json = (value: unknown): Markup => ({ markup: JSON.stringify(value).replaceAll('<', '\\u003c') });

/** Where a page sends requests: the form wherever its reader chooses, the button that copies to the site alone. */
const CONNECT = { anywhere: "'self' http: https:", site: "'self'", nowhere: "'none'" } as const;

/** What a page may load: files of the site. */
const policyOf = (sendsRequests: keyof typeof CONNECT): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${CONNECT[sendsRequests]}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
