import { countFindings, findingsMarkdown, levelLabels, markdown as md } from '@vehicle-lookup/toolkit/findings';
import { titleOf } from '../report/explain.ts';
import type { RunReport } from '../report/report.ts';
import { createGrid } from './grid.ts';
import { countCells, facts, leads, onPurpose, stateLabels, verdictLabels, verdictText } from './labels.ts';
import { reportTables } from './tables.ts';

const { code, countTable, folded, inline, paragraphs, table } = md;

/** The maximum number of findings: a CI job summary is limited to one MiB. */
const MOST = 50;

/** Renders the report as GitHub Flavored Markdown for a CI job summary. */
export function markdown(report: RunReport): string {
  const { contract, verdict, cells, findings } = report;
  return paragraphs([
    `## ${verdictLabels[verdict].symbol} ${verdictText(report)}: ${inline(`${contract.title} ${contract.version}`)}`,
    ...leads(report).map((text) => inline(text)),
    facts(report)
      .map(([name, text]) => `- ${name}: ${inline(text)}`)
      .join('\n'),
    countTable('cells', countCells(cells), stateLabels),
    countTable('findings', countFindings(findings), levelLabels),
    matrix(report),
    findingsMarkdown(findings, MOST, (count) => `${count} more are in report.html.`, titleOf),
    ...onPurpose(findings).map((text) => inline(text)),
    ...tables(report),
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

/** The maximum number of table rows. */
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
