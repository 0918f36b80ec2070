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

/** The report as one page that holds all it needs. */
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
<p class="soft">What a <a href="#words-of-this-page">word of this page</a> means stands at its end.</p>
${factList(facts(report))}
${countList('cells', countCells(cells), stateLabels)}
${countList('findings', countFindings(findings), levelLabels)}`;
}

/** Operations down, declared responses across. */
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

/** The look of states and of the matrix, beside that of every page of findings. */
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

/** Only what was not observed, and what the document does not mention, is open at first. */
const OPEN = ['Not observed', 'Undocumented fields'];

function tableMarkup({ title, summary, heads, rows }: ReportTable): Markup {
  const lines = rows.map(({ name, words, cells }) => {
    const meaning = words === undefined ? markup`` : markup`<br><span class="soft">${words}</span>`;
    return markup`<tr><td><code>${name}</code>${meaning}</td>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  });
  return foldedTable({ title, heads, rows: lines, summary, isOpen: OPEN.includes(title) });
}

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['clause', 'a sentence of the specification; a response that breaks one is a failure'],
  [
    'assumption',
    'what the document decides where the specification is silent; a response that breaks one contradicts it',
  ],
  ['cell', 'one declared response of one operation, such as getFluids 404'],
  ['consultation', 'what the provider charges for: a success costs one, if errors are free'],
  ['envelope', 'the form of a success body: full, simplified, or a bare list'],
  ['observed', 'valid responses came that could have broken the clause; contradicted: one broke it'],
  ['not asked', 'nothing came that could have broken it: another profile, seed or account may show it'],
  ['not observable', 'no single response can show it'],
  ['profile, seed', 'how many requests a run makes, and whose turn it is among equals'],
  ['drift', 'fields of a response that the document does not mention'],
  ['warning', 'nothing is broken, or nothing that the contract speaks of, but a reader should know'],
];

const wordTable: ReportTable = {
  title: 'Words of this page',
  summary: `${WORDS.length} of them`,
  heads: ['word', 'meaning'],
  rows: WORDS.map(([name, meaning]) => ({ name, cells: [meaning] })),
};

/** Every request that was planned, in the order in which they were made. */
const requestTable = ({ made }: RunReport): ReportTable => ({
  title: 'Requests',
  summary: `${made.length} in the order in which they were made`,
  heads: ['request', 'operation', 'asked for', 'came', 'state', 'findings', 'kind'],
  rows: made.map(({ operation, status, why, request, answered = '–', state, codes }) => ({
    name: request,
    cells: [operation, status, String(answered), labelText(stateLabels[state]), codes.join(', '), why],
  })),
});
