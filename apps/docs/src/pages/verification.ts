import { type Markup, markup } from '@vehicle-lookup/findings';
import type { SuiteReport } from '../model/report.ts';
import { inline } from '../site/inline.ts';
import { type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Page, Site } from '../site/site.ts';

/** The matrix of the last contract run. */
export function verificationPage({ contract, report: { report, problem } }: Site): Page {
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
}`,
    entries: [
      {
        title: 'Verification',
        path: PATHS.verification,
        keywords: ['verification', 'suite', 'matrix'],
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
