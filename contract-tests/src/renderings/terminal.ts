import {
  type Colour,
  countFindings,
  countText,
  findingsText,
  levelLabels,
  type Paint,
  painter,
  wrapped,
} from '@vehicle-lookup/toolkit/findings';
import { visible } from '@vehicle-lookup/toolkit/markup';
import { missingTexts } from '../report/cells.ts';
import { titleOf } from '../report/explain.ts';
import type { Cell, CellState, Drift, RunReport } from '../report/report.ts';
import { createGrid, openCells } from './grid.ts';
import {
  assumptionLabels,
  clauseLabels,
  fieldLabels,
  historyTexts,
  labelText,
  notTestedNames,
  onPurpose,
  remarks,
  spendingText,
  stateCount,
  stateLabels,
  verdictText,
} from './labels.ts';

/** The maximum number of undocumented fields shown in a terminal. */
const MOST_DRIFT = 10;

const STATE_COLOURS: Record<CellState, Colour> = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  'not-observed': 'yellow',
  'not-applicable': 'dim',
};

/**
 * Renders the report for a terminal with 80 columns: the matrix, unobserved parts, findings and the verdict.
 * @param isColoured whether the text may contain escape sequences
 */
export function terminal(report: RunReport, isColoured = false): string {
  const paint = painter(isColoured);
  const { label, address, verdict, failure, cells, findings, notes } = report;
  const place = `${label === undefined ? '' : `${label}, `}${address}`;
  const facts = remarks(report).join(', ');
  const isRight = verdict === 'conformant';
  const headline = verdictText(report);
  const about = [place, facts === '' ? '' : `(${facts})`].filter((text) => text !== '').join(' ');
  const sections = [
    [table(cells, paint), legend(cells), ...reasons(cells, paint), ...open(notes)].join('\n'),
    drift(report.drift),
    findingsText(findings, paint, titleOf),
    contradicted(report, paint),
    [...open(notTestedNames(report)), ...counts(report)].join('\n'),
    verdict === 'incomplete' ? open(missingTexts(report)).join('\n') : '',
    failure === undefined ? '' : wrapped('! ', visible(failure)),
    history(report),
    paint(headline, isRight ? 'green' : 'red') +
      (about === '' ? '' : wrapped(`${headline}: `, visible(about), 2).slice(headline.length)),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Renders the matrix with operations as rows and declared responses as columns. */
function table(cells: readonly Cell[], paint: Paint): string {
  const { columns, rows } = createGrid(cells);
  const names = columns.map((name) => visible(name));
  const width = Math.max(0, ...rows.map(({ operation }) => visible(operation).length));
  const lines = rows.map(({ operation, cells: ofOperation }) => {
    const symbols = ofOperation.map((cell, index) => symbolOf(cell, names[index]?.length ?? 0, paint));
    return `${visible(operation).padEnd(width)}  ${symbols.join('  ')}`.trimEnd();
  });
  return [`${' '.repeat(width)}  ${names.join('  ')}`, ...lines].join('\n');
}

function symbolOf(cell: Cell | undefined, width: number, paint: Paint): string {
  if (!cell) return ' '.repeat(width);
  const { symbol } = stateLabels[cell.state];
  return paint(symbol, STATE_COLOURS[cell.state]) + ' '.repeat(Math.max(0, width - symbol.length));
}

const legend = (cells: readonly Cell[]): string =>
  (Object.keys(stateLabels) as CellState[])
    .filter((state) => cells.some((cell) => cell.state === state))
    .map((state) => labelText(stateLabels[state]))
    .join('   ');

const reasons = (cells: readonly Cell[], paint: Paint): string[] =>
  openCells(cells).map(({ state, columns, reason, operations }) => {
    const where = operations.length > 0 ? ` (${operations.join(', ')})` : '';
    const text = wrapped('? ', visible(`${columns.join(', ')}: ${reason}${where}`));
    return paint(stateLabels[state].symbol, STATE_COLOURS[state]) + text.slice(1);
  });

const open = (texts: readonly string[]): string[] => texts.map((text) => wrapped('? ', visible(text)));

function drift(found: readonly Drift[]): string {
  const lines = found.slice(0, MOST_DRIFT).map(({ operation, status, pointer, types, count }) => {
    return wrapped('+ ', visible(`undocumented ${pointer} in ${operation} ${status}: ${count} × ${types.join(', ')}`));
  });
  const rest = found.length - lines.length;
  return [...lines, ...(rest > 0 ? [`+ ${rest} more undocumented fields`] : [])].join('\n');
}

/** Returns contradicted assumptions without a finding, and advice for intended contradictions. */
function contradicted({ assumptions, findings }: RunReport, paint: Paint): string {
  const found = new Set(findings.map(({ assumption }) => assumption));
  const lines = assumptions
    .filter(({ id, state }) => state === 'contradicted' && !found.has(id))
    .map(({ id, how }) => paint('≠', 'yellow') + wrapped('≠ ', visible(`${id}: ${how}`)).slice(1));
  return [...lines, ...onPurpose(findings).map((text) => wrapped('', text, 2))].join('\n');
}

const history = (report: RunReport): string =>
  historyTexts(report)
    .map((text) => wrapped('', visible(text), 2))
    .join('\n');

function counts(report: RunReport): string[] {
  const { target, profile } = report;
  const found = countText(countFindings(report.findings), levelLabels);
  const lines = [
    `cells: ${stateCount(stateLabels, report.cells)}`,
    ...(found === '' ? [] : [`findings: ${found}`]),
    `clauses: ${stateCount(clauseLabels, report.clauses)}`,
    `assumptions: ${stateCount(assumptionLabels, report.assumptions)}`,
    `fields: ${stateCount(fieldLabels, report.fields)}`,
    `target ${target}, profile ${profile}: ${spendingText(report)}`,
  ];
  return lines.map((line) => wrapped('', visible(line), 2));
}
