import { beginningOf } from '../search/excerpt.ts';
import type { SearchEntry } from '../search/find.ts';
import { LONGEST, sectionsOf } from '../search/sections.ts';
import { renderText } from './render.ts';
import type { Text } from './text.ts';

/** A guide says what to do, a README everything else about a package; of packages that are parts of others few readers ask. */
const weightOf = ({ kind, isListed }: Text): number => (kind === 'guide' ? 0.8 : isListed ? 0.4 : 0.25);

/** What the search finds in a text: its beginning, and each of its sections. */
export function textEntries(text: Text): SearchEntry[] {
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
