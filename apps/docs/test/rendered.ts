import type { Contract } from '../src/contract/contract.ts';
import { readSite } from '../src/make-site.ts';
import { pagesOf, renderPages } from '../src/site/render.ts';
import type { Site } from '../src/site.ts';

/** The site of this repository, as it is without options. */
export const site: Site = readSite({});
export const contract: Contract = site.contract;
export const pages: ReadonlyMap<string, string> = renderPages(site);
export const paths: readonly string[] = pagesOf(site).map(({ path }) => path);

/** The text of a page. */
export function pageAt(path: string): string {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`${path}: expected a page, found ${[...pages.keys()].join(', ')}`);
  return page;
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Markup as a text, with its line breaks. */
export const codeOf = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** What markup shows: without elements, on one line. */
export const textOf = (markup: string): string => codeOf(markup).replaceAll(/\s+/g, ' ').trim();

/** The values of an attribute, in order. */
export const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map(([, value = '']) => textOf(value));

/** The inner markup of elements that have an attribute, by its value. */
export function parts(page: string, element: string, attribute: string): Map<string, string> {
  const pattern = new RegExp(`<${element}\\b[^>]*\\b${attribute}="([^"]*)"[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  return new Map([...page.matchAll(pattern)].map(([, value = '', inner = '']) => [textOf(value), inner]));
}
