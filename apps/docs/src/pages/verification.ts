import { type Markup, markup } from '@vehicle-lookup/markup';
import type { ScorecardFile, SuiteReport } from '../model/report.ts';
import { inline, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site/site.ts';

/** The matrix of the last contract run, and how well the contract explains itself. */
export function verificationPage({ contract, report: { report, problem }, scorecard }: Site): SitePage {
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
    : markup`<p class="note">${inline(problem ?? '')}</p>`
}
${scorecard ? scores(scorecard, links) : markup``}`,
    entries: [
      {
        title: 'Verification',
        path: PATHS.verification,
        keywords: ['verification', 'suite', 'matrix', 'scorecard'],
        text: 'contract run verdict',
      },
    ],
  };
}

function matrix(
  { cells, verdict, started, target, requests }: SuiteReport,
  operations: string[],
  links: Links,
): Markup {
  const statuses = [...new Set(cells.map(({ status }) => status))].sort();
  const states = (operation: string, status: string) =>
    cells.filter((cell) => cell.operation === operation && cell.status === status);
  return markup`<p data-run-verdict="${verdict}"><strong>${verdict}</strong>: a ${target}, ${started}, ${requests.spent} requests.</p>
<div class="wide" tabindex="0" role="region" aria-label="Matrix of the run">
<table>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => markup`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>
${operations.map((id) => {
  const row = statuses.map((status) => {
    const found = states(id, status).map(({ envelope, state, reason }) => {
      return markup`<div data-state="${state}">${envelope ? `${envelope}: ` : ''}${state}${reason ? markup` <span class="type">${reason}</span>` : markup``}</div>`;
    });
    return markup`<td>${found}</td>`;
  });
  return markup`<tr><th scope="row">${links.operation(id)}</th>${row}</tr>
`;
})}</tbody>
</table>
</div>`;
}

/** The scorecard: what the document explains, and on what its assumptions rest. */
function scores({ descriptions, examples, assumptions, redocly }: ScorecardFile, links: Links): Markup {
  const strengths = Object.entries(assumptions).map(([strength, count]) => `${count} ${strength}`);
  const rows: [name: string, what: string | Markup, value: string][] = [
    [
      'descriptions',
      'Operations, parameters, statuses and members with a description',
      `${descriptions.with} of ${descriptions.of}`,
    ],
    ['examples', 'Parameters and replies with an example', `${examples.with} of ${examples.of}`],
    ['assumptions', links.to(PATHS.assumptions, 'Assumptions, by what they rest on'), strengths.join(', ')],
    ['redocly', markup`Score of <code>redocly score</code>, for one path per operation`, `${redocly} of 100`],
  ];
  return markup`<h2 id="scorecard">Scorecard</h2>
<p>How well the contract explains itself. The gate reports missing descriptions or examples, and a lower score.</p>
<table>
<tbody>
${rows.map(
  ([name, what, value]) => markup`<tr data-score="${name}"><th scope="row">${what}</th><td>${value}</td></tr>
`,
)}</tbody>
</table>`;
}
