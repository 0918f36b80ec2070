import type { Contract } from '../src/contract/contract.ts';
import { makeSite } from '../src/make-site.ts';
import { readSite, type Site } from '../src/site.ts';

/** The site of this repository, without options. */
export const site: Site = readSite();
export const contract: Contract = site.contract;
export const files: ReadonlyMap<string, Buffer> = makeSite(site);
/** The pages that are written here; Redoc renders the reference in the browser. */
export const paths: readonly string[] = [...files.keys()].filter(
  (path) => path.endsWith('.html') && path !== 'reference.html',
);

/** A file of the site as text. */
export function fileAt(path: string, from: ReadonlyMap<string, Buffer> = files): string {
  const file = from.get(path);
  if (file === undefined) throw new Error(`${path}: expected a file of the site, found ${[...from.keys()].join(', ')}`);
  return file.toString();
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Markup as text, with its line breaks. */
export const codeOf = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** The text that markup shows, on one line. */
export const textOf = (markup: string): string => codeOf(markup).replaceAll(/\s+/g, ' ').trim();

/** The content of a page, without its data and navigation. */
export const mainOf = (page: string): string =>
  (/<main\b[\s\S]*<\/main>/.exec(page)?.[0] ?? '').replace(/<details class="on-page">[\s\S]*?<\/details>\n/, '');

/** The values of an attribute, in order. */
export const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map(([, value = '']) => textOf(value));

/** The parts of a page below its headings of a level, by the id of the heading. */
export function sections(page: string, level: 2 | 3): Map<string, string> {
  const found = page.split(new RegExp(`(?=<h${level} id="|</main>)`)).map((part) => {
    const [, id = ''] = new RegExp(`^<h${level} id="([^"]*)"`).exec(part) ?? [];
    return [id, part] as const;
  });
  return new Map(found.filter(([id]) => id !== ''));
}

/** The parts of a page as Markdown below its headings of a level, by the text of the heading. */
export function markdownSections(text: string, level: 2 | 3): Map<string, string> {
  const parts = text.split(new RegExp(`^#{1,${level}} `, 'm')).slice(1);
  return new Map(parts.map((part) => part.split(/\n([\s\S]*)/) as [string, string]));
}
