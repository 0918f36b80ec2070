import { markup } from '@vehicle-lookup/toolkit/markup';
import { markdownPath } from '../markdown/links.ts';
import { beginningOf } from '../search/excerpt.ts';
import type { SearchEntry } from '../search/find.ts';
import { LONGEST, sectionsOf } from '../search/sections.ts';
import { linksFrom, PATHS, rootOf } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';
import { renderText } from './render.ts';
import { firstSentence, type Text, WITHIN_SITE, withLinks } from './text.ts';

/** A text as a page for people. */
export const textPage = (text: Text): SitePage => ({
  path: text.path,
  title: text.title,
  description: text.about,
  main: markup`<article class="text">
${text.kind === 'guide' ? markup`` : markup`<p class="eyebrow">${linksFrom(text.path).to(PATHS.packages, 'Packages')}</p>\n`}<h1>${text.title}</h1>
${renderText(bodyFor(text, (path) => path))}</article>`,
  entries: textEntries(text),
});

/** The same as Markdown. */
export const textMarkdown = (text: Text): string =>
  `# ${text.title}\n\n${bodyFor(text, (path) => path.replace(/^[^#]*/, (file) => markdownPath(file) ?? file))}`;

/** The body with its links as seen from the page. */
function bodyFor({ path, body }: Text, fileOf: (path: string) => string): string {
  const root = rootOf(path);
  return withLinks(body, (link) =>
    link.startsWith(WITHIN_SITE) ? `${root}${fileOf(link.slice(WITHIN_SITE.length))}` : link,
  );
}

/** All packages, also those that callers never see. */
export function packagesPage({ texts }: Pick<Site, 'texts'>): SitePage {
  const links = linksFrom(PATHS.packages);
  const packages = texts.filter(({ kind }) => kind === 'package');
  return {
    path: PATHS.packages,
    title: 'Packages',
    main: markup`<h1>Packages</h1>
<p>${PACKAGES}</p>
<dl class="full">
${packages.map(({ path, label, about }) => markup`<dt>${links.to(path, label)}</dt><dd>${firstSentence(about)}</dd>\n`)}</dl>`,
    entries: [{ title: 'Packages', path: PATHS.packages, keywords: ['packages'], text: PACKAGES }],
  };
}

export const PACKAGES =
  'What is published with the contract. Each page is the README of its package. The navigation has those that a caller or a provider needs; the others are what these are made of.';

/** A guide says what to do, a README everything else about a package; of packages that are parts of others few readers ask. */
const weightOf = ({ kind, isListed }: Text): number => (kind === 'guide' ? 0.8 : isListed ? 0.4 : 0.25);

/** What the search finds in a text: its beginning, and each of its sections. */
function textEntries(text: Text): SearchEntry[] {
  const { kind, path, title, label, body, about } = text;
  const [beginning = ''] = body.split(/^#+ /m);
  const shared = { kind: kind === 'guide' ? 'Guide' : 'README', weight: weightOf(text) };
  const install = /^(?:npm|pip|composer) (?:install|require).*$/m.exec(body)?.[0] ?? '';
  const first = sectionsOf({ markup: `<h1 id="">${label}</h1>${renderText(beginning).markup}` });
  return [
    ...first.map(({ text: shown, code }) => ({
      title: kind === 'guide' ? title : label,
      path,
      keywords: [label, ...code, install].filter(Boolean),
      text: beginningOf(`${about} ${shown}`, LONGEST),
      ...shared,
    })),
    ...sectionsOf(renderText(body)).map(({ id, heading, text: shown, code }) => ({
      title: kind === 'guide' ? heading : `${label}: ${heading}`,
      path: `${path}#${id}`,
      keywords: code,
      text: beginningOf(shown, LONGEST),
      ...shared,
    })),
  ];
}
