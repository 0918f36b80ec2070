import {
  countFindings,
  countList,
  factList,
  findingIds,
  findingsSection,
  foldedTable,
  levelLabels,
  page,
  wideTable,
} from '@vehicle-lookup/toolkit/findings';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { titleOf } from '../report/explain.ts';
import type { Cell, CellState, RunReport, RunVerdict } from '../report/report.ts';
import { createGrid } from './grid.ts';
import { countCells, facts, labelText, leads, onPurpose, stateLabels, verdictLabels, verdictText } from './labels.ts';
import { type ReportTable, reportTables } from './tables.ts';

const CLASSES: Readonly<Record<RunVerdict, CellState>> = {
  conformant: 'pass',
  'not conformant': 'fail',
  incomplete: 'not-observed',
  'no verdict': 'error',
};

/** Renders the report as a self-contained HTML page. */
export const html = (report: RunReport): string =>
  page({
    title: `${report.verdict}: ${report.contract.title} ${report.contract.version}`,
    style,
    header: heading(report),
    sections: [
      cellMatrix(report),
      findingsSection(report.findings, titleOf),
      ...onPurpose(report.findings).map((text) => markup`<p class="soft">${text}</p>\n`),
      ...[...reportTables(report), requestTable(report), wordTable].map(tableMarkup),
    ],
  });

function heading(report: RunReport): Markup {
  const { contract, verdict, cells, findings } = report;
  return markup`<h1>${contract.title} ${contract.version}</h1>
<p class="verdict ${CLASSES[verdict]}" data-verdict="${verdict}">${verdictLabels[verdict].symbol} ${verdictText(report)}</p>
${leads(report).map((text) => markup`<p>${text}</p>\n`)}
<p class="soft">The <a href="#terms-on-this-page">terms on this page</a> are explained at the end.</p>
${factList(facts(report))}
${countList('cells', countCells(cells), stateLabels)}
${countList('findings', countFindings(findings), levelLabels)}`;
}

/** Renders the matrix with operations as rows and declared responses as columns. */
function cellMatrix({ cells, findings }: RunReport): Markup {
  const { columns, rows } = createGrid(cells);
  const ids = findingIds(findings);
  const firstFinding = (cell: Cell) =>
    findings.find(({ operation, status, fails }) => fails && operation === cell.operation && status === cell.status);
  const lines = rows.map(({ operation, cells: ofOperation }) => {
    const all = ofOperation.map((cell) => {
      const finding = cell && cell.state === 'fail' ? firstFinding(cell) : undefined;
      return cell ? cellMarkup(cell, finding && ids.get(finding)) : markup`<td></td>`;
    });
    return markup`<tr><th scope="row">${operation}</th>${all}</tr>\n`;
  });
  const legend = Object.values(stateLabels).map(labelText);
  return markup`<section>
<h2 id="matrix">Operations and their responses</h2>
<p class="soft">${legend.join(', ')}; framed: required by the profile; blank: not declared.</p>
${wideTable('matrix', ['operation', ...columns], lines, 'matrix')}</section>
`;
}

function cellMarkup({ state, reason, required }: Cell, link: string | undefined): Markup {
  const { symbol, text } = stateLabels[state];
  const spoken = required ? `${text}, required` : text;
  const content = markup`<span aria-hidden="true">${symbol}</span><span class="hidden">${spoken}</span>`;
  const linked = link === undefined ? content : markup`<a href="#${link}">${content}</a>`;
  const title = reason === undefined ? markup`` : markup` title="${reason}"`;
  return markup`<td class="${state}${required ? ' required' : ''}" data-state="${state}"${title}>${linked}</td>`;
}

/** Styles of states and the matrix, in addition to the common styles of finding pages. */
const style: Markup = markup`
.pass { color: var(--right); background: var(--right-ground); }
.fail, .error { color: var(--wrong); background: var(--wrong-ground); }
.not-observed { color: var(--open); background: var(--open-ground); }
.not-applicable { color: var(--none); }
.matrix td { text-align: center; white-space: nowrap; }
.matrix thead th { text-align: center; }
.matrix tbody th { position: sticky; left: 0; }
.matrix td.required { box-shadow: inset 0 0 0 2px currentColor; }
.matrix td a { color: inherit; }
.name { font-size: .8rem; }
@media (max-width: 40rem) { .matrix { font-size: .8rem; } }
`;

/** The titles of tables that are initially expanded. */
const OPEN = ['Not observed', 'Undocumented fields'];

function tableMarkup({ title, summary, heads, rows }: ReportTable): Markup {
  const lines = rows.map(({ name, words, cells }) => {
    const meaning = words === undefined ? markup`` : markup`<br><span class="soft">${words}</span>`;
    return markup`<tr><td><code>${name}</code>${meaning}</td>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  });
  return foldedTable({ title, heads, rows: lines, summary, isOpen: OPEN.includes(title) });
}

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['clause', 'a sentence of the specification; a response that violates it is a failure'],
  ['assumption', 'a decision made in the document because the specification is silent; a response can contradict it'],
  ['cell', 'one declared response of one operation, such as getFluids 404'],
  ['consultation', 'the unit that the provider charges for: one per successful response, if errors are free'],
  ['envelope', 'the structure of a success body: full, simplified, or a bare list'],
  ['observed', 'valid responses could have violated the clause; contradicted: a response violated the clause'],
  ['not asked', 'no response could have violated the clause: another profile, seed or account may show it'],
  ['not observable', 'no single response can show a violation'],
  [
    'profile, seed',
    'the profile determines the number of requests in a run; the seed chooses between equally ranked requests',
  ],
  ['drift', 'response fields that the document does not mention'],
  ['warning', 'the contract is not violated, but the response has a flaw'],
];

const wordTable: ReportTable = {
  title: 'Terms on this page',
  summary: `${WORDS.length} in total`,
  heads: ['word', 'meaning'],
  rows: WORDS.map(([name, meaning]) => ({ name, cells: [meaning] })),
};

/** Returns the table of all planned requests, in the order in which they were sent. */
const requestTable = ({ made }: RunReport): ReportTable => ({
  title: 'Requests',
  summary: `${made.length}, in the order in which they were sent`,
  heads: ['request', 'operation', 'expected', 'received', 'state', 'findings', 'kind'],
  rows: made.map(({ operation, status, why, request, answered = '–', state, codes }) => ({
    name: request,
    cells: [operation, status, String(answered), labelText(stateLabels[state]), codes.join(', '), why],
  })),
});
