import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** Pages without Markdown: programs, and pages that repeat others. */
const HTML_ONLY = ['reference', 'operations/all', 'try', '404'];

export const hasMarkdown = ({ path }: { path: string }): boolean => !HTML_ONLY.includes(path);

/** The relative path from a page to the root of the site: `./` or `../`. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';

/** The single address of a page. */
export const addressOf = (base: string, path: string): string =>
  `${base}/${`${path}.html`.replace(/(^|\/)index\.html$/, '$1')}`;

/** The targets of links. */
export interface Targets {
  /** Paths of all pages. */
  pages: ReadonlySet<string>;
  /** Names of files that pages load → names with a hash. */
  names: ReadonlyMap<string, string>;
}

/**
 * Converts a link from the root of the site to a link from a page.
 * @throws UserError if the site does not have the page
 */
function targetOf(link: string, from: string, extension: 'html' | 'md', { pages, names }: Targets): string {
  const [path = '', fragment] = link.slice(1).split('#');
  const end = fragment === undefined ? '' : `#${fragment}`;
  const root = rootOf(from);
  if (/\.\w+$/.test(path)) return `${root}${names.get(path) ?? path}${end}`;
  if (pages.has(path)) return `${root}${path}.${extension === 'md' && hasMarkdown({ path }) ? 'md' : 'html'}${end}`;
  throw new UserError(
    `${from} links to /${path}, which is not a page of the site. Correct the link, or use a whole URL`,
  );
}

/** Converts the links of a page, and the names of the files that the page loads. */
export const relativeHtml = (html: string, from: string, targets: Targets): string =>
  html
    .replaceAll(/ (href|src)="(\/[^"]*)"/g, (_, name, link) => ` ${name}="${targetOf(link, from, 'html', targets)}"`)
    .replace(/(?<=data-root=")\/(?=")/, rootOf(from))
    .replace(/(?<=data-search=")[^"]*/, (list) => list.replaceAll(/[^ ]+/g, (name) => targets.names.get(name) ?? name));

/** Code or an escaped character, which stays as it is, or the target of a link within the site. */
const CODE_OR_LINK = /^```[\s\S]*?^```|\\.|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<=\]\()[/#][^)\s]*(?=\))/gm;

/**
 * Converts the links of a page as Markdown.
 * @param base address of the site; if it is known, links are absolute, so that they work outside the site
 */
export const relativeMarkdown = (text: string, from: string, targets: Targets, base?: string): string =>
  text.replaceAll(CODE_OR_LINK, (part) => {
    if (/^[`\\]/.test(part)) return part;
    const target = part.startsWith('#') ? `${from.replace(/.*\//, '')}.md${part}` : targetOf(part, from, 'md', targets);
    if (base !== undefined) return new URL(target, `${base}/${from}`).href;
    return part.startsWith('#') ? part : target.replace(/^\.\//, '');
  });
