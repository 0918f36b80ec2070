import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { ScorecardFile, SuiteReport } from '../model/report.ts';
import { heading } from '../site/headings.ts';
import { inline, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site/site.ts';
import { statusBadge } from './operation/view.ts';

/** The matrix of the last contract run, and how well the contract explains itself. */
export function verificationPage({ contract, report: { report, problem }, scorecard, texts }: Site): SitePage {
  const links = linksFrom(PATHS.verification);
  return {
    path: PATHS.verification,
    title: 'Verification',
    main: markup`<h1>Verification</h1>
<p>The contract suite sends requests to a service and judges every reply. A cell is a status that an operation declares.</p>
${
  report
    ? matrix(
        report,
        contract.operations.map(({ id }) => id),
        links,
      )
    : notVerified(problem, texts, links)
}
${scorecard ? scores(scorecard, links) : markup``}`,
    entries: [
      {
        title: 'Verification',
        path: PATHS.verification,
        keywords: ['verification', 'suite', 'matrix', 'scorecard'],
        text: 'Whether a service is conformant: the verdict of the last contract run.',
      },
    ],
  };
}

/** The guide that says how a service is verified. */
export const GUIDE = 'guides/verifying-a-service-in-ci.html';

/** Why no verdict is shown, with the guide if the site has it. */
export function notVerified(problem: string, texts: Site['texts'], links: Links): Markup {
  const guide = texts.find(({ path }) => path === GUIDE);
  return markup`<p class="note">${inline(problem)}${guide ? markup` ${links.to(GUIDE, guide.title)}` : markup``}</p>`;
}

/** What a state is called, shortly. */
export const STATES: Readonly<Record<string, string>> = {
  pass: '✓ right',
  fail: '✗ wrong',
  error: '! no judgement',
  'not-applicable': '– no request asks for it',
  'not-observed': '– not observed',
};

/** How much of the contract a run has seen. */
export function seenText({ cells }: SuiteReport): string {
  const count = (state: string) => cells.filter((cell) => cell.state === state).length;
  const [right, wrong] = [count('pass'), count('fail') + count('error')];
  return `${right} of ${cells.length} cells are right, ${wrong} wrong; ${cells.length - right - wrong} were not observed.`;
}

/** Which service was asked, when, and how much of the contract was seen. */
function headline(report: SuiteReport): Markup {
  const { verdict, started, target, address, requests } = report;
  const where = address === undefined ? markup`` : markup` at <code>${address}</code>`;
  const kind = verdict === 'conformant' ? 'good' : verdict === 'incomplete' ? 'warn' : 'bad';
  return markup`<div class="verdict ${kind}" data-run-verdict="${verdict}">
<p><strong>${verdict}</strong></p>
<p>A ${target}${where}, asked <time datetime="${started}" data-age>${dateOf(started)}</time>, with ${requests.spent} requests.</p>
<p>${seenText(report)}</p>
</div>`;
}

/** A time as a reader writes it; what is no time is shown as it is. */
export const dateOf = (started: string): string =>
  Number.isNaN(Date.parse(started))
    ? started
    : `${new Date(started).toISOString().slice(0, 16).replace('T', ', ')} UTC`;

function matrix(report: SuiteReport, operations: string[], links: Links): Markup {
  const { cells } = report;
  const statuses = [...new Set(cells.map(({ status }) => status))].sort();
  const reasons = [...new Set(cells.flatMap(({ reason }) => (reason ? [reason] : [])))];
  const cell = ({ envelope, state, reason }: SuiteReport['cells'][number]): Markup => {
    const note = reason
      ? markup`<sup><a href="#reason-${reasons.indexOf(reason) + 1}">${reasons.indexOf(reason) + 1}</a></sup>`
      : markup``;
    return markup`<div data-state="${state}">${envelope ? markup`<span class="type">${envelope}</span> ` : markup``}${STATES[state] ?? state}${note}</div>`;
  };
  return markup`${headline(report)}
<div class="wide" tabindex="0" role="region" aria-label="Matrix of the run">
<table>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => markup`<th scope="col">${statusBadge(status)}</th>`)}</tr></thead>
<tbody>
${operations.map((id) => {
  const row = statuses.map(
    (status) => markup`<td>${cells.filter((one) => one.operation === id && one.status === status).map(cell)}</td>`,
  );
  return markup`<tr><th scope="row">${links.operation(id)}</th>${row}</tr>
`;
})}</tbody>
</table>
</div>
${reasons.length === 0 ? markup`` : markup`<ol class="reasons" aria-label="Why not observed">${reasons.map((reason, index) => markup`<li id="reason-${index + 1}">${reason}</li>`)}</ol>`}`;
}

/** The scorecard: what the document explains, and on what its assumptions rest. */
export function scoreRows({ descriptions, examples, assumptions, redocly }: ScorecardFile): string[][] {
  const strengths = Object.entries(assumptions).map(([strength, count]) => `${count} ${strength}`);
  return [
    [
      'descriptions',
      'Operations, parameters, statuses and members with a description',
      `${descriptions.with} of ${descriptions.of}`,
    ],
    ['examples', 'Parameters and replies with an example', `${examples.with} of ${examples.of}`],
    ['assumptions', 'Assumptions, by what they rest on', strengths.join(', ')],
    ['redocly', 'Score of `redocly score`, for one path per operation', `${redocly} of 100`],
  ];
}

/** What the score measures, and which of its criteria cost points; empty if the scorecard does not tell. */
export function scoreNote({ redoclyCriteria }: ScorecardFile): string {
  const low = Object.entries(redoclyCriteria ?? {})
    .filter(([, value]) => value < 1)
    .sort(([, a], [, b]) => a - b)
    .map(
      ([name, value]) =>
        `${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${Math.round(value * 100)} %`,
    );
  return low.length === 0
    ? ''
    : `\`redocly score\` measures how easily a program can use the interface from its document alone. These criteria cost points: ${low.join(', ')}.`;
}

function scores(scorecard: ScorecardFile, links: Links): Markup {
  const note = scoreNote(scorecard);
  return markup`${heading(2, 'scorecard', 'Scorecard')}
<p>How well the contract explains itself. The gate reports missing descriptions or examples, and a lower score.</p>
<table>
<tbody>
${scoreRows(scorecard).map(([name = '', what = '', value = '']) => {
  const text = name === 'assumptions' ? links.to(PATHS.assumptions, what) : inline(what);
  return markup`<tr data-score="${name}"><th scope="row">${text}</th><td>${value}</td></tr>
`;
})}</tbody>
</table>
${note === '' ? markup`` : markup`<p>${inline(note)}</p>`}`;
}
