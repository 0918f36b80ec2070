import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** Pages without a Markdown version: interactive pages, and pages that repeat the content of other pages. */
const HTML_ONLY = ['reference', 'operations/all', 'try', '404'];

export const hasMarkdown = ({ path }: { path: string }): boolean => !HTML_ONLY.includes(path);

/** Returns the relative path from a page to the root of the site, such as `./` or `../`. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';

/** Returns the canonical URL of a page. */
export const addressOf = (base: string, path: string): string =>
  `${base}/${`${path}.html`.replace(/(^|\/)index\.html$/, '$1')}`;

/** Link targets within the site. */
export interface Targets {
  /** Paths of all pages. */
  pages: ReadonlySet<string>;
  /** Names of the files that pages load, mapped to names with a content hash. */
  names: ReadonlyMap<string, string>;
}

/**
 * Converts a link that is relative to the root of the site to a link that is relative to a page.
 * @throws UserError if the site does not contain the target page
 */
function targetOf(link: string, from: string, extension: 'html' | 'md', { pages, names }: Targets): string {
  const [path = '', fragment] = link.slice(1).split('#');
  const end = fragment === undefined ? '' : `#${fragment}`;
  const root = rootOf(from);
  if (/\.\w+$/.test(path)) return `${root}${names.get(path) ?? path}${end}`;
  if (pages.has(path)) return `${root}${path}.${extension === 'md' && hasMarkdown({ path }) ? 'md' : 'html'}${end}`;
  throw new UserError(
    `${from} links to /${path}, which is not a page of the site. Correct the link, or use an absolute URL`,
  );
}

/** Makes the links of an HTML page relative, and adds content hashes to the names of the files that it loads. */
export const relativeHtml = (html: string, from: string, targets: Targets): string =>
  html
    .replaceAll(/ (href|src)="(\/[^"]*)"/g, (_, name, link) => ` ${name}="${targetOf(link, from, 'html', targets)}"`)
    .replace(/(?<=data-root=")\/(?=")/, rootOf(from))
    .replace(/(?<=data-search=")[^"]*/, (list) => list.replaceAll(/[^ ]+/g, (name) => targets.names.get(name) ?? name));

/** Matches code and escaped characters, which stay unchanged, and link targets within the site. */
const CODE_OR_LINK = /^```[\s\S]*?^```|\\.|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<=\]\()[/#][^)\s]*(?=\))/gm;

/**
 * Converts the links of a Markdown page.
 * @param base URL of the site; if the URL is known, links are absolute, so that they work outside the site
 */
export const relativeMarkdown = (text: string, from: string, targets: Targets, base?: string): string =>
  text.replaceAll(CODE_OR_LINK, (part) => {
    if (/^[`\\]/.test(part)) return part;
    const target = part.startsWith('#') ? `${from.replace(/.*\//, '')}.md${part}` : targetOf(part, from, 'md', targets);
    if (base !== undefined) return new URL(target, `${base}/${from}`).href;
    return part.startsWith('#') ? part : target.replace(/^\.\//, '');
  });
