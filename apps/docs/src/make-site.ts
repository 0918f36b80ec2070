import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { markup } from '@vehicle-lookup/toolkit/markup';
import { CONTRACT_FILE_USES, CONTRACT_FILES } from './contract/contract-files.ts';
import { frame } from './layout/frame.ts';
import { addressOf, hasMarkdown, relativeHtml, relativeMarkdown } from './layout/links.ts';
import { blocks, bullets, to } from './markdown/write.ts';
import { type Group, markdownOf, type SitePage } from './page.ts';
import { groupsOf, unlistedPages } from './pages/index.ts';
import { searchEntries } from './search/entries.ts';
import { type Site, specDirectory } from './site.ts';

/** Directory of the scripts, style sheets and images that the build of this package creates. */
const built = fileURLToPath(new URL('../dist/static', import.meta.url));

/**
 * Generates each page as HTML and Markdown, and adds the files that the pages load.
 * @returns map from path within the site to content
 * @throws UserError if the package is not built, or if the target page of a link does not exist
 */
export function makeSite(site: Site): Map<string, Buffer> {
  const groups = groupsOf(site);
  const unlisted = unlistedPages(site);
  const pages = [...groups.flatMap((group) => group.pages), ...unlisted];
  // The search index is a script, because pages opened from a disk cannot fetch files.
  const index = `window.searchIndex = ${JSON.stringify(searchEntries(site, pages))};\n`;
  if (!existsSync(built)) throw new UserError('the site is not built; run `pnpm build`');
  const files = readdirSync(built).map((name) => [name, readFileSync(join(built, name))] as const);
  const assets = withHashes(new Map([...files, ['search-index.js', Buffer.from(index)]]));
  const names = new Map([...assets].map(([name, { path }]) => [`assets/${name}`, path]));
  const targets = { pages: new Set(pages.map(({ path }) => path)), names };
  const base = site.publicAddress;
  const asMarkdown = pages.filter(hasMarkdown);
  const texts: (readonly [path: string, text: string])[] = [
    ...pages.map((page) => [`${page.path}.html`, relativeHtml(frame(site, groups, page), page.path, targets)] as const),
    ...asMarkdown.map(
      (page) => [`${page.path}.md`, relativeMarkdown(pageMarkdown(page), page.path, targets, base)] as const,
    ),
    ['llms.txt', relativeMarkdown(llmsText(site, groups, unlisted.filter(hasMarkdown)), 'llms', targets, base)],
    ...(base === undefined ? [] : forCrawlers(base, asMarkdown)),
  ];
  return new Map([
    ...texts.map(([path, text]) => [path, Buffer.from(text)] as const),
    ...[...assets.values()].map(({ path, content }) => [path, content] as const),
    ...CONTRACT_FILES.map((name) => [name, readFileSync(join(specDirectory, 'dist', name))] as const),
  ]);
}

/** Adds a content hash to each file name, so that browsers can cache the file. A compressed file has the hash of its source. */
function withHashes(files: ReadonlyMap<string, Buffer>): Map<string, { path: string; content: Buffer }> {
  const hashed = [...files].map(([name, content]) => {
    const source = files.get(name.replace(/\.br$/, '')) ?? content;
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
    return [name, { path: `assets/${name.replace('.', `.${hash}.`)}`, content }] as const;
  });
  return new Map(hashed);
}

/** Returns the Markdown version of a page, with a link to the list of all pages. */
function pageMarkdown({ title, heading = title, body }: SitePage): string {
  const list = `> Every page of this documentation: ${to('llms.txt', 'llms.txt')}`;
  const text = blocks(`# ${heading}`, list, markdownOf(body));
  return `${text.replaceAll(/^(#+ .*) \{#[\w.-]+\}$/gm, '$1')}\n`;
}

/** Returns `llms.txt`, the list of all pages, from which programs start. */
function llmsText({ contract }: Site, groups: readonly Group[], others: readonly SitePage[]): string {
  const { title, document, table, operations } = contract;
  const listed = (pages: readonly SitePage[]): string =>
    bullets(pages.map(({ path, title: name, description }) => `${to(path, name)}: ${firstSentence(description)}`));
  const text = blocks(
    `# ${title}`,
    `> ${document.info?.summary ?? ''}`,
    `The interface has a single endpoint, \`${table.method} ${table.path}\`. The query parameters select one of ${operations.length} operations. The pages mark all assumptions in the contract.`,
    ...groups.map((group) => blocks(`## ${group.title}`, listed(group.pages))),
    listed(others),
    '## Contract files',
    bullets(CONTRACT_FILES.map((file) => `${to(file, file)}: ${CONTRACT_FILE_USES[file]}`)),
  );
  return `${text}\n`;
}

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/)[0] ?? '';

/** Returns sitemap.xml, and also robots.txt if the site is at the root of its host. */
function forCrawlers(base: string, pages: readonly SitePage[]): [path: string, text: string][] {
  const urls = pages.map(({ path }) => markup`<url><loc>${addressOf(base, path)}</loc></url>\n`);
  const map = markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`;
  const robots = `User-agent: *\nAllow: /\nSitemap: ${base}/sitemap.xml\n`;
  return [
    ['sitemap.xml', map.markup],
    ...(new URL(base).pathname === '/' ? ([['robots.txt', robots]] satisfies [string, string][]) : []),
  ];
}
