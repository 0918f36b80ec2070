import type { Contract } from '../src/contract/contract.ts';
import { makeSite } from '../src/make-site.ts';
import { readSite, type Site } from '../src/site.ts';

/** The site of this repository with default options. */
export const site: Site = readSite();
export const contract: Contract = site.contract;
export const files: ReadonlyMap<string, Buffer> = makeSite(site);
/** Paths of the HTML pages, except for the reference, which Redoc renders in the browser. */
export const paths: readonly string[] = [...files.keys()].filter(
  (path) => path.endsWith('.html') && path !== 'reference.html',
);

/** Returns a file of the site as text. */
export function fileAt(path: string, from: ReadonlyMap<string, Buffer> = files): string {
  const file = from.get(path);
  if (file === undefined) throw new Error(`${path}: expected a file of the site, found ${[...from.keys()].join(', ')}`);
  return file.toString();
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Returns the text in markup, including line breaks. */
export const codeOf = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Returns the text in markup on one line. */
export const textOf = (markup: string): string => codeOf(markup).replaceAll(/\s+/g, ' ').trim();

/** Returns the main content of a page, without the data and the navigation. */
export const mainOf = (page: string): string =>
  (/<main\b[\s\S]*<\/main>/.exec(page)?.[0] ?? '').replace(/<details class="on-page">[\s\S]*?<\/details>\n/, '');

/** Returns all values of an attribute, in order. */
export const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map(([, value = '']) => textOf(value));

/** Returns the sections below the headings of a level, keyed by heading id. */
export function sections(page: string, level: 2 | 3): Map<string, string> {
  const found = page.split(new RegExp(`(?=<h${level} id="|</main>)`)).map((part) => {
    const [, id = ''] = new RegExp(`^<h${level} id="([^"]*)"`).exec(part) ?? [];
    return [id, part] as const;
  });
  return new Map(found.filter(([id]) => id !== ''));
}

/** Returns the Markdown sections below the headings of a level, keyed by heading text. */
export function markdownSections(text: string, level: 2 | 3): Map<string, string> {
  const parts = text.split(new RegExp(`^#{1,${level}} `, 'm')).slice(1);
  return new Map(parts.map((part) => part.split(/\n([\s\S]*)/) as [string, string]));
}
