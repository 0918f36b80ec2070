import { markup } from '@vehicle-lookup/toolkit/markup';
import { markdownPath } from '../markdown/links.ts';
import type { Site } from '../site.ts';
import { PATHS } from './links.ts';

/** The one address of a page, whatever else leads to it; undefined: nobody knows where the site is, or the page has no address. */
export const canonicalAddress = ({ publicAddress }: Pick<Site, 'publicAddress'>, path: string): string | undefined =>
  publicAddress === undefined || path === PATHS.notFound
    ? undefined
    : `${publicAddress}/${path.replace(/(^|\/)index\.html$/, '$1')}`;

/**
 * What search engines and other crawlers read: sitemap.xml needs absolute addresses, robots.txt counts at the root of a host alone.
 * The sitemap has the pages that exist as Markdown, too: the others repeat these.
 * @param paths all files of the site
 */
export function crawlerFiles(
  site: Pick<Site, 'publicAddress'>,
  paths: readonly string[],
): [path: string, text: string][] {
  const { publicAddress } = site;
  if (publicAddress === undefined) return [];
  const pages = paths.filter((path) => path.endsWith('.html') && paths.includes(markdownPath(path) ?? ''));
  const sitemap = markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((path) => markup`<url><loc>${canonicalAddress(site, path) ?? ''}</loc></url>\n`)}</urlset>
`;
  const isRoot = new URL(publicAddress).pathname === '/';
  return [
    ['sitemap.xml', sitemap.markup],
    ...(isRoot
      ? [['robots.txt', `User-agent: *\nAllow: /\nSitemap: ${publicAddress}/sitemap.xml\n`] satisfies [string, string]]
      : []),
  ];
}
