import type { SearchEntry } from '../search/find.ts';
import { LONGEST, sectionsOf } from '../search/sections.ts';
import { renderText } from './render.ts';
import type { Text } from './text.ts';

/** What one finds by a guide is what to do; a README says everything else about a package. */
const WEIGHTS: Readonly<Record<Text['kind'], number>> = { guide: 0.8, package: 0.5 };

/** What the search finds in a text: its beginning, and each of its sections. */
export function textEntries({ kind, path, title, label, body, about }: Text): SearchEntry[] {
  const [beginning = ''] = body.split(/^#+ /m);
  const shared = { kind: kind === 'guide' ? 'Guide' : 'README', weight: WEIGHTS[kind] };
  const install = /^(?:npm|pip|composer) (?:install|require).*$/m.exec(body)?.[0] ?? '';
  const first = sectionsOf({ markup: `<h1 id="">${label}</h1>${renderText(beginning).markup}` });
  return [
    ...first.map(({ text, code }) => ({
      title: kind === 'guide' ? title : label,
      path,
      keywords: [label, ...code, install].filter(Boolean),
      text: `${about} ${text}`.slice(0, LONGEST),
      ...shared,
    })),
    ...sectionsOf(renderText(body)).map(({ id, heading, text, code }) => ({
      title: kind === 'guide' ? heading : `${label}: ${heading}`,
      path: `${path}#${id}`,
      keywords: code,
      text: text.slice(0, LONGEST),
      ...shared,
    })),
  ];
}
