import { type Markup, markup } from '@vehicle-lookup/markup';
import type { Counts, Labels } from '../label.ts';
import { namesOf } from '../label.ts';
import { baseStyle } from './style.ts';

export interface Page {
  title: string;
  header: Markup;
  sections: readonly Markup[];
  /** Rules beside those of the page and of its findings and tables. */
  style?: Markup;
}

/**
 * One page that holds all it needs: it loads nothing and runs no script. Its policy says so to the browser, whatever a
 * text holds.
 */
export const page = ({ title, header, sections, style = markup`` }: Page): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${baseStyle}${style}</style>
</head>
<body>
<header>
${header}
</header>
<main>
${sections}
</main>
</body>
</html>
`.markup;

/** Facts with their names. */
export const factList = (facts: readonly (readonly [name: string, text: string])[]): Markup =>
  markup`<dl>${facts.map(([name, text]) => markup`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`;

/** Counts in a row, for the top of a page. */
export function countList<Name extends string>(title: string, counts: Counts<Name>, labels: Labels<Name>): Markup {
  const items = namesOf(labels).map((name) => {
    const { symbol, text } = labels[name];
    return markup`<li data-count="${name}"><span aria-hidden="true">${symbol}</span> ${counts[name]} ${text}</li>`;
  });
  return markup`<ul class="counts" aria-label="${title}" data-counts="${title}"><li>${title}</li>${items}</ul>`;
}
