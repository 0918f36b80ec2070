import { countFindings, findingsMarkdown, levelLabels, markdown as md } from '@vehicle-lookup/toolkit/findings';
import { titleOf } from '../report/explain.ts';
import type { RunReport } from '../report/report.ts';
import { createGrid, missingTexts, openCells } from './grid.ts';
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
} from './labels.ts';
import { reportTables } from './tables.ts';

const { code, countTable, folded, inline, paragraphs, table } = md;

/** The summary of a CI job takes one MiB: long lists are cut. */
const MOST = 50;

/** The report as Markdown with tables (GFM), for the summary of a CI job. */
export function markdown(report: RunReport): string {
  const { contract, verdict, failure, target, profile, seed, address, started, seconds } = report;
  const { symbol, text } = verdictLabels[verdict];
  return paragraphs([
    `## ${symbol} ${verdictText(report)}: ${inline(`${contract.title} ${contract.version}`)}`,
    failure === undefined ? text : `${text} ${inline(failure)}`,
    inline(remarks(report).join(', ')),
    ...notTestedNames(report).map((text) => inline(text)),
    `${code(address)}, target ${target}, profile ${profile}, seed ${seed}; ${inline(spendingText(report))}; ${inline(started)}, ${seconds} s`,
    ...(verdict === 'incomplete' ? missingTexts(report).map((text) => inline(text)) : []),
    countTable('cells', countCells(report.cells), stateLabels),
    countTable('findings', countFindings(report.findings), levelLabels),
    matrix(report),
    findingsMarkdown(report.findings, MOST, (count) => `${count} more are in report.html.`, titleOf),
    ...onPurpose(report.findings).map((text) => inline(text)),
    ...tables(report),
    notJudged(report),
    ...historyTexts(report).map((text) => inline(text)),
  ]);
}

function matrix({ cells }: RunReport): string {
  const { columns, rows } = createGrid(cells);
  const lines = rows.map(({ operation, cells: ofOperation }) => [
    code(operation),
    ...ofOperation.map((cell) => (cell ? inline(stateLabels[cell.state].symbol) : '')),
  ]);
  return table(['operation', ...columns.map(inline)], lines);
}

/** Long tables are cut, except those of the document. */
const LONGEST = 200;

const tables = (report: RunReport): string[] =>
  reportTables(report).map(({ title, summary, heads, rows }) =>
    folded(
      `${title}: ${summary}`,
      table(
        heads,
        rows.slice(0, LONGEST).map(({ name, cells }) => [code(name), ...cells.map((cell) => inline(cell))]),
      ),
    ),
  );

const notJudged = ({ cells, notes }: RunReport): string =>
  folded(
    'Not judged',
    paragraphs([
      table(
        ['cell', 'reason', 'operations'],
        openCells(cells).map(({ state, columns, reason, operations = [] }) =>
          [`${stateLabels[state].symbol} ${columns.join(', ')}`, reason, operations.join(', ')].map((text) =>
            inline(text),
          ),
        ),
      ),
      ...notes.slice(0, MOST).map((note) => `- ${stateLabels['not-observed'].symbol} ${inline(note)}`),
    ]).trim(),
  );
