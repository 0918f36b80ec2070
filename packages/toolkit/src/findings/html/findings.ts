import { type Markup, markup } from '../../markup/index.ts';
import type { Finding } from '../finding.ts';
import { findingLines, operationsOf, sameFindings, type TitleOf, withTitle } from '../finding-text.ts';
import { levelLabels } from '../label.ts';

/** The id of the element that shows each finding. */
export const findingIds = (findings: readonly Finding[]): Map<Finding, string> =>
  new Map(sameFindings(findings).flatMap((group, index) => group.map((finding) => [finding, idAt(index)] as const)));

const idAt = (index: number): string => `finding-${index + 1}`;

/**
 * A section with every finding, what it rests on and how to see it again; the same finding at several places once.
 * @param titleOf the title of a code
 */
export function findingsSection(findings: readonly Finding[], titleOf: TitleOf = () => undefined): Markup {
  const groups = sameFindings(findings).map((group, index) => groupMarkup(group, idAt(index), titleOf));
  return markup`<section>
<h2>Findings</h2>
${groups.length === 0 ? markup`<p>None.</p>\n` : groups}</section>
`;
}

/** They differ from place to place. */
const OF_PLACES = ['request', 'at', 'reproduce'];
/** The title stands above the facts. */
const ABOVE = 'what';

function groupMarkup(group: readonly Finding[], id: string, titleOf: TitleOf): Markup {
  const [first] = group;
  if (!first) return markup``;
  const { code, level, fails, title = titleOf(code) } = first;
  const facts = withTitle(first, titleOf)
    .filter(([label]) => label !== ABOVE && !OF_PLACES.includes(label))
    .map(([label, text]) => markup`<dt>${label}</dt><dd>${text}</dd>`);
  const [one = markup``, ...others] = group.map((finding) => placeMarkup(finding));
  const more =
    others.length === 0
      ? markup``
      : markup`<details><summary>and at ${others.length} more places</summary>\n<ol start="2">\n${others}</ol>\n</details>\n`;
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
