import { countFindings, findingsMarkdown, levelLabels, markdown as md } from '@vehicle-lookup/toolkit/findings';
import { titleOf } from '../report/explain.ts';
import { countCells } from '../report/matrix.ts';
import type { RunReport } from '../report/report.ts';
import { createGrid, missingCells, openCells } from './grid.ts';
import {
  assumptionLabels,
  clauseLabels,
  fieldLabels,
  fieldText,
  historyTexts,
  inOrderOf,
  notTestedNames,
  remarks,
  scopeText,
  spendingText,
  stateCount,
  stateLabels,
  verdictLabels,
  verdictText,
} from './labels.ts';

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
    inline([...remarks(report), scopeText(report) ?? []].flat().join(', ')),
    ...notTestedNames(report).map((text) => inline(text)),
    `${code(address)}, target ${target}, profile ${profile}, seed ${seed}; ${inline(spendingText(report))}; ${inline(started)}, ${seconds} s`,
    ...(verdict === 'incomplete'
      ? missingCells(report).map(({ how, names }) => `R${how.slice(1)}: ${names.map(code).join(', ')}`)
      : []),
    countTable('cells', countCells(report.cells), stateLabels),
    countTable('findings', countFindings(report.findings), levelLabels),
    matrix(report),
    findingsMarkdown(report.findings, MOST, (count) => `${count} more are in report.html.`, titleOf),
    verified(report),
    fieldCoverage(report),
    credentials(report),
    ...notObserved(report),
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

function verified({ clauses }: RunReport): string {
  const rows = inOrderOf(clauseLabels, clauses).map(({ id, state, how }) => [
    code(id),
    `${inline(clauseLabels[state].symbol)} ${clauseLabels[state].text}`,
    inline(how),
  ]);
  return folded(
    `What was verified: ${stateCount(clauseLabels, clauses)}`,
    table(['clause', 'state', 'how, or why not'], rows),
  );
}

function fieldCoverage({ fields, history }: RunReport): string {
  const before = new Map(history?.fields.map((field) => [field.name, field]));
  const rows = inOrderOf(fieldLabels, fields).map((field) => {
    const past = before.get(field.name);
    return [
      code(field.name),
      inline(fieldText({ state: field.state })),
      ...(history ? [inline(past ? fieldText(past) : '')] : []),
      inline(field.operations.join(', ')),
    ];
  });
  const heads = ['field', 'in this run', ...(history ? ['in all runs'] : []), 'operations'];
  return folded(`Fields seen: ${stateCount(fieldLabels, fields)}`, table(heads, rows));
}

function credentials({ credentials: cells }: RunReport): string {
  const rows = cells.map(({ credential, fault, state, reason = '', operations }) => [
    code(credential),
    fault,
    `${inline(stateLabels[state].symbol)} ${stateLabels[state].text}`,
    inline(operations.join(', ') || reason),
  ]);
  return folded('Credentials', table(['credential', 'sent', 'response', 'where'], rows));
}

function notObserved({ cells, notes, assumptions, drift }: RunReport): string[] {
  const open = openCells(cells).map(({ state, columns, reason, operations = ['all'] }) => [
    inline(`${stateLabels[state].symbol} ${columns.join(', ')}`),
    inline(reason),
    inline(operations.join(', ')),
  ]);
  const assumed = assumptions.map(({ id, state, how }) => [
    code(id),
    `${inline(assumptionLabels[state].symbol)} ${assumptionLabels[state].text}`,
    inline(how),
  ]);
  const members = drift
    .slice(0, MOST)
    .map(({ operation, status, pointer, types, count }) => [
      code(`${operation} ${status}`),
      code(pointer),
      inline(types.join(', ')),
      String(count),
    ]);
  return [
    folded(
      'Not judged',
      paragraphs([
        table(['cell', 'reason', 'operations'], open),
        ...notes.slice(0, MOST).map((note) => `- ${stateLabels['not-observed'].symbol} ${inline(note)}`),
      ]).trim(),
    ),
    folded('Assumptions', table(['assumption', 'state', 'how'], assumed)),
    folded(`Undocumented fields: ${drift.length}`, table(['response', 'field', 'types', 'times'], members)),
  ];
}
