import { type Markup, markup } from '../markup/index.ts';
import type { Finding } from './finding.ts';
import { findingLines, operationsOf, sameFindings, type TitleOf, withTitle } from './finding-text.ts';
import { type Counts, type Labels, levelLabels, namesOf } from './label.ts';

export interface Page {
  title: string;
  header: Markup;
  sections: readonly Markup[];
  /** CSS rules in addition to the default style. */
  style?: Markup;
}

/**
 * Returns a self-contained page that does not load files or run scripts. Its Content Security Policy enforces this in the
 * browser for every content.
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

/** Returns a list of named facts. */
export const factList = (facts: readonly (readonly [name: string, text: string])[]): Markup =>
  markup`<dl>${facts.map(([name, text]) => markup`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`;

/** Returns a row of counts for the top of a page. */
export function countList<Name extends string>(title: string, counts: Counts<Name>, labels: Labels<Name>): Markup {
  const items = namesOf(labels).map((name) => {
    const { symbol, text } = labels[name];
    return markup`<li data-count="${name}"><span aria-hidden="true">${symbol}</span> ${counts[name]} ${text}</li>`;
  });
  return markup`<ul class="counts" aria-label="${title}" data-counts="${title}"><li>${title}</li>${items}</ul>`;
}

/** The page style for light and dark mode, narrow and wide screens, and print. */
const baseStyle: Markup = markup`
:root { color-scheme: light dark; --ground: #fff; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa;
  --link: #0550ae; --right: #116329; --right-ground: #dafbe1; --wrong: #a40e26; --wrong-ground: #ffebe9; --open: #6b4700;
  --open-ground: #fff8c5; --none: #57606a; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --text: #e6edf3; --soft: #9aa4af; --line: #30363d;
  --panel: #161b22; --link: #79b8ff; --right: #6fdd8b; --right-ground: #0f2d1a; --wrong: #ffa198; --wrong-ground: #3c1418;
  --open: #e3b341; --open-ground: #2e2405; --none: #9aa4af; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
p { margin: .5rem 0; }
code { font: .875em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.verdict { display: inline-block; margin: .75rem 0 0; padding: .35rem .8rem; border-radius: .4rem; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: 1rem 0 0; padding: 0; }
.counts li { border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .7rem; }
.wide { overflow-x: auto; position: relative; }
.wide:focus-visible, summary:focus-visible, a:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border: 1px solid var(--line); padding: .3rem .55rem; text-align: left; vertical-align: top; }
th { background: var(--panel); font-weight: 600; }
.finding { border: 1px solid var(--line); border-left: .3rem solid var(--none); border-radius: .4rem; padding: .8rem 1rem; margin: 0 0 1rem; }
.finding.failing { border-left-color: var(--wrong); }
.finding summary { color: var(--link); }
.finding li { margin: .4rem 0; }
.copy { display: block; user-select: all; background: var(--panel); border: 1px solid var(--line); border-radius: .3rem; padding: .4rem .6rem; white-space: pre-wrap; }
summary { cursor: pointer; }
details > summary { margin: .25rem 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  th, td { padding: .25rem .4rem; } }
@media print { body { max-width: none; padding: 0; font-size: .8rem; } .wide { overflow: visible; }
  .finding, tr { break-inside: avoid; } th, td { overflow-wrap: anywhere; padding: .15rem .3rem; }
  details::details-content { content-visibility: visible; display: block; } }
`;

export interface FoldedTable {
  title: string;
  heads: readonly string[];
  /** The table rows, each a `tr` element. */
  rows: readonly Markup[];
  /** The summary, which is visible while the table is closed. */
  summary: string;
  isOpen: boolean;
}

/** Returns a section with a table that readers can open and close. */
export function foldedTable({ title, heads, rows, summary, isOpen }: FoldedTable): Markup {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const inner =
    rows.length === 0
      ? markup`<p>None.</p>\n`
      : markup`<details${isOpen ? ' open' : ''}>
<summary>${summary}</summary>
${wideTable(id, heads, rows)}</details>
`;
  return markup`<section>
<h2 id="${id}">${title}</h2>
${inner}</section>
`;
}

/**
 * Returns a table that scrolls separately on a narrow screen.
 * @param labelId the id of the heading above the table
 */
export const wideTable = (
  labelId: string,
  heads: readonly string[],
  rows: readonly Markup[],
  className = '',
): Markup => markup`<div class="wide" tabindex="0" role="region" aria-labelledby="${labelId}">
<table${className ? markup` class="${className}"` : markup``}>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
`;

/** Returns the id of the HTML element for each finding. */
export const findingIds = (findings: readonly Finding[]): Map<Finding, string> =>
  new Map(sameFindings(findings).flatMap((group, index) => group.map((finding) => [finding, idAt(index)] as const)));

const idAt = (index: number): string => `finding-${index + 1}`;

/**
 * Returns a section with every finding, its basis and the command that reproduces it. Findings at several locations are shown
 * once.
 * @param titleOf the title of a code
 */
export function findingsSection(findings: readonly Finding[], titleOf: TitleOf = () => undefined): Markup {
  const groups = sameFindings(findings).map((group, index) => groupMarkup(group, idAt(index), titleOf));
  return markup`<section>
<h2>Findings</h2>
${groups.length === 0 ? markup`<p>None.</p>\n` : groups}</section>
`;
}

/** The labels of facts that differ between locations. */
const OF_PLACES = ['request', 'at', 'reproduce'];
/** The label of the title, which is shown above the facts. */
const ABOVE = 'what';

function groupMarkup(group: readonly Finding[], id: string, titleOf: TitleOf): Markup {
  const [first, ...alike] = group;
  if (!first) return markup``;
  const { code, level, fails, title = titleOf(code) } = first;
  const facts = withTitle([first, ...alike], titleOf)
    .filter(([label]) => label !== ABOVE && !OF_PLACES.includes(label))
    .map(([label, text]) => markup`<dt>${label}</dt><dd>${text}</dd>`);
  const [one = markup``, ...others] = group.map((finding) => placeMarkup(finding));
  const more =
    others.length === 0
      ? markup``
      : markup`<details><summary>further locations: ${others.length}</summary>\n<ol start="2">\n${others}</ol>\n</details>\n`;
  return markup`<article class="finding${fails ? ' failing' : ''}" id="${id}">
<h3>${levelLabels[level].symbol} ${levelLabels[level].text}: <code>${code}</code> ${operationsOf(group).join(', ')}</h3>
${title === undefined ? markup`` : markup`<p>${title}</p>\n`}<dl>${facts}</dl>
<ol>
${one}</ol>
${more}</article>
`;
}

function placeMarkup(finding: Finding): Markup {
  const { operation, status, request = '', reproduce = '', level } = finding;
  const at = findingLines(finding).find(([label]) => label === 'at')?.[1];
  const place = at === undefined ? markup`` : markup` at <code>${at}</code>`;
  const line = reproduce === '' ? markup`` : markup`<code class="copy">${reproduce}</code>`;
  return markup`<li data-finding="${level}">${operation} ${status} <code>${request}</code>${place}${line}</li>\n`;
}
