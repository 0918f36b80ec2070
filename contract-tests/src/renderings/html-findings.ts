import { explain } from '../explain.ts';
import type { Finding } from '../finding.ts';
import { findingLines, sameFindings } from '../finding-text.ts';
import type { Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';
import { levels } from './words.ts';

/** Where the page shows each finding. */
export const findingIds = (findings: readonly Finding[]): Map<Finding, string> =>
  new Map(sameFindings(findings).flatMap((group, index) => group.map((finding) => [finding, idAt(index)] as const)));

const idAt = (index: number): string => `finding-${index + 1}`;

/** Every finding with what it rests on and how to see it again; the same one on several requests once. */
export function findings({ findings: all }: Report): Markup {
  const shown = sameFindings(all).map((group, index) => groupMarkup(group, idAt(index)));
  return markup`<section>
<h2>Findings</h2>
${shown.length === 0 ? markup`<p>None.</p>\n` : shown}</section>
`;
}

/** They differ from request to request. */
const OWN = ['request', 'at', 'reproduce'];

function groupMarkup(group: readonly Finding[], id: string): Markup {
  const [first] = group;
  if (!first) return markup``;
  const { code, level, fails } = first;
  const operations = [...new Set(group.map(({ operation }) => operation))].filter((name) => name !== '');
  const facts = findingLines(first)
    .filter(([label]) => !OWN.includes(label))
    .map(([label, text]) => markup`<dt>${label}</dt><dd>${text}</dd>`);
  const [one = markup``, ...others] = group.map((finding) => occurrence(finding));
  const more =
    others.length === 0
      ? markup``
      : markup`<details><summary>and on ${others.length} more requests</summary>\n<ol start="2">\n${others}</ol>\n</details>\n`;
  const title = explain(code)?.title;
  return markup`<article class="finding${fails ? ' failing' : ''}" id="${id}">
<h3>${levels[level].symbol} ${levels[level].text}: <code>${code}</code> ${operations.join(', ')}</h3>
${title === undefined ? markup`` : markup`<p class="soft">${title}</p>\n`}<dl>${facts}</dl>
<ol>
${one}</ol>
${more}</article>
`;
}

function occurrence({ operation, status, request, pointer, reproduce, level }: Finding): Markup {
  const place = pointer === undefined ? markup`` : markup` at <code>${pointer || 'the body'}</code>`;
  const line = reproduce === '' ? markup`` : markup`<code class="copy">${reproduce}</code>`;
  return markup`<li data-finding="${level}">${operation} ${status} <code>${request}</code>${place}${line}</li>\n`;
}
