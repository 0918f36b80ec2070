import {
  countFindings,
  countList,
  factList,
  findingsSection,
  foldedTable,
  levelLabels,
  page,
} from '@vehicle-lookup/toolkit/findings';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { titleOf } from '../../report/explain.ts';
import type { CellState, RunReport, RunVerdict } from '../../report/report.ts';
import {
  countCells,
  historyTexts,
  notTestedNames,
  onPurpose,
  remarks,
  spendingText,
  stateLabels,
  verdictLabels,
  verdictText,
} from '../labels.ts';
import { type ReportTable, reportTables } from '../tables.ts';
import { cellMatrix, openCellsSection } from './matrix.ts';

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
      openCellsSection(report),
      findingsSection(report.findings, titleOf),
      ...onPurpose(report.findings).map((text) => markup`<p class="soft">${text}</p>\n`),
      ...reportTables(report).map(tableMarkup),
      requests(report),
      words(),
    ],
  });

function heading(report: RunReport): Markup {
  const { contract, verdict, failure, address, target, profile, seed, started, seconds } = report;
  const facts = [
    ['address', address],
    ['asked', `target ${target}, profile ${profile}, seed ${seed}`],
    ['requests', spendingText(report)],
    ['when', `${started}, for ${seconds} s`],
    [
      'assumptions',
      report.assumptionsMode === 'enforce' ? 'a contradicted one fails the run' : 'a contradicted one is reported',
    ],
    ['undocumented fields and warnings', report.strict ? 'fail the run' : 'are recorded'],
    ['suite', report.suite],
    ...(report.label === undefined ? [] : [['label', report.label] as const]),
    ...historyTexts(report).map((text) => ['history', text] as const),
  ] as const;
  const { symbol, text } = verdictLabels[verdict];
  return markup`<h1>${contract.title} ${contract.version}</h1>
<p class="verdict ${CLASSES[verdict]}" data-verdict="${verdict}">${symbol} ${verdictText(report)}</p>
<p>${failure ?? text} ${remarks(report).join(', ')}</p>
${notTestedNames(report).map((names) => markup`<p class="soft">${names}</p>\n`)}
<p class="soft">What a <a href="#words-of-this-page">word of this page</a> means stands at its end.</p>
${factList(facts)}
${countList('cells', countCells(report.cells), stateLabels)}
${countList('findings', countFindings(report.findings), levelLabels)}`;
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
#wrong-only:checked ~ .wide tr[data-state="pass"] { display: none; }
@media (max-width: 40rem) { .matrix { font-size: .8rem; } }
@media print { #wrong-only, #wrong-only + label { display: none; } }
`;

/** Only what the document does not mention is open at first. */
const OPEN = 'Undocumented fields';

function tableMarkup({ title, summary, heads, rows }: ReportTable): Markup {
  const lines = rows.map(({ name, words, cells }) => {
    const meaning = words === undefined ? markup`` : markup`<br><span class="soft">${words}</span>`;
    return markup`<tr><td><code>${name}</code>${meaning}</td>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  });
  return foldedTable({ title, heads, rows: lines, summary, isOpen: title === OPEN });
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

const words = (): Markup =>
  foldedTable({
    title: 'Words of this page',
    heads: ['word', 'meaning'],
    rows: WORDS.map(([word, meaning]) => markup`<tr><td>${word}</td><td>${meaning}</td></tr>\n`),
    summary: `${WORDS.length} of them`,
    isOpen: false,
  });

/** Every request that was planned, in the order in which they were made. */
function requests({ made }: RunReport): Markup {
  const rows = made.map(({ operation, status, why, request, answered, state, codes }, index) => {
    const { symbol, text } = stateLabels[state];
    return markup`<tr data-request data-state="${state}"><td>${index + 1}</td><td>${operation}</td><td>${status}</td><td>${answered ?? '–'}</td><td class="${state}">${symbol} ${text}</td><td>${codes.join(', ')}</td><td>${why}</td><td><code>${request}</code></td></tr>\n`;
  });
  const before = markup`<input type="checkbox" id="wrong-only"> <label for="wrong-only">without those that are right</label>\n`;
  const heads = ['#', 'operation', 'asked for', 'came', 'state', 'findings', 'kind', 'request'];
  const summary = `${made.length} in the order in which they were made`;
  return foldedTable({ title: 'Requests', heads, rows, summary, isOpen: false, before });
}
