import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { SuiteReport } from '../contract/report.ts';
import { inline, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';
import { statusBadge } from './operation/view.ts';

/** The matrix of the last contract run. */
export function verificationPage({ contract, report: { report, problem }, texts }: Site): SitePage {
  const links = linksFrom(PATHS.verification);
  return {
    path: PATHS.verification,
    title: 'Verification',
    main: markup`<h1>Verification</h1>
<p>The contract suite sends requests to a service and judges every response. A cell is a status that an operation declares.</p>
${
  report
    ? matrix(
        report,
        contract.operations.map(({ id }) => id),
        links,
      )
    : notVerified(problem, texts, links)
}`,
    entries: [
      {
        title: 'Verification',
        path: PATHS.verification,
        keywords: ['verification', 'suite', 'matrix'],
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
