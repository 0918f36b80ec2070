/** A text in Markdown that is a page of the site: a guide, or the README of a package. */
export interface Text {
  kind: 'guide' | 'package';
  /** Within the site: `guides/errors.html`. */
  path: string;
  title: string;
  /** Its name in the navigation. */
  label: string;
  /** Whether it stands in the navigation: a guide, or a package that a guide links to. */
  isListed: boolean;
  /** What it is about, as plain text. */
  about: string;
  /** What follows the title. A link that begins with `site:` leads to a path within the site. */
  body: string;
}

/** How a link to a path within the site begins, whatever page it stands on. */
export const WITHIN_SITE = 'site:';

/** Code, which is left as it is, or a link with its words, which may have code. */
const LINK = /^```[\s\S]*?^```|`[^`\n]*`|\[((?:[^[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/gm;

/**
 * A text of Markdown with other links.
 * @param target where a link leads now; undefined: only its words stay
 */
export const withLinks = (markdown: string, target: (link: string) => string | undefined): string =>
  markdown.replaceAll(LINK, (whole: string, words: string, link: string | undefined) => {
    if (link === undefined) return whole;
    const found = target(link);
    return found === undefined ? words : `[${words}](${found})`;
  });

/** Where the links of a text lead, without their fragments. */
export function linksIn(markdown: string): string[] {
  const links: string[] = [];
  withLinks(markdown, (link) => {
    links.push(link.replace(/#.*/, ''));
    return link;
  });
  return links;
}

/** The title of a text, what it is about, and what follows the title. */
export function partsOf(markdown: string): Pick<Text, 'title' | 'about' | 'body'> {
  const [, title = '', body = ''] = /^# (.*)\n([\s\S]*)$/.exec(markdown.trim()) ?? [];
  const [first = ''] = body.split(/\n\s*\n/).filter((part) => /^\s*[\w"“*`[]/.test(part));
  return { title: plain(title), about: plain(first), body: body.trim() };
}

const plain = (markdown: string): string =>
  withLinks(markdown, () => undefined)
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const firstSentence = (text: string): string => text.trim().split(/(?<=\.)\s/)[0] ?? '';
