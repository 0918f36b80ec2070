import { countAssumptions, countCells, countFindings } from '../counts.ts';
import type { Finding } from '../finding.ts';
import { findingLines, sameFindings } from '../finding-text.ts';
import type { Cell, CellState, Drift, Report } from '../report.ts';
import { gridOf, missingOf, openCells } from './grid.ts';
import { visible } from './visible.ts';
import { assumptionStates, countText, levels, spendingText, states } from './words.ts';
import { wrapped } from './wrapped.ts';

/** Many services send undocumented members; the first of them are enough here. */
const MOST_DRIFT = 10;

/** What paints a text: nothing does where colours are not wanted. */
type Paint = (text: string, colour: keyof typeof COLOURS) => string;

const COLOURS = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;
const STATE_COLOURS: Record<CellState, keyof typeof COLOURS> = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  'not-observed': 'yellow',
  'not-applicable': 'dim',
};

/**
 * The report for a person, on 80 columns: the matrix, what was left open, the findings, the verdict.
 * @param colours whether it may hold escape sequences
 */
export function terminal(report: Report, colours = false): string {
  const paint: Paint = (text, colour) => (colours && text !== '' ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text);
  const { target, profile, address, verdict, failure, cells, findings, notes } = report;
  const isRight = verdict === 'conformant';
  const sections = [
    table(cells, paint),
    legend(cells),
    reasons(cells, paint),
    notes.map((note) => wrapped('? ', visible(note))).join('\n'),
    drift(report.drift),
    assumptions(report, paint),
    sameFindings(findings)
      .map((group) => findingText(group, paint))
      .join('\n\n'),
    counts(report),
    verdict === 'incomplete' ? missing(report) : '',
    failure === undefined ? '' : wrapped('! ', visible(failure)),
    `${paint(verdict, isRight ? 'green' : 'red')}: ${visible(address)} (target ${target}, profile ${profile})`,
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function table(cells: readonly Cell[], paint: Paint): string {
  const { columns, rows } = gridOf(cells);
  const names = columns.map((name) => visible(name));
  const width = Math.max(0, ...rows.map(({ operation }) => visible(operation).length));
  const head = `${' '.repeat(width)}  ${names.join('  ')}`;
  const lines = rows.map(({ operation, cells: own }) => {
    const symbols = own.map((cell, index) => {
      const symbol = cell ? states[cell.state].symbol : '';
      // What follows the last one would be blank.
      const gap = own.slice(index + 1).some(Boolean) ? ' '.repeat((names[index]?.length ?? 0) - symbol.length + 2) : '';
      return `${cell ? paint(symbol, STATE_COLOURS[cell.state]) : ''}${gap}`;
    });
    return `${visible(operation).padEnd(width)}  ${symbols.join('')}`;
  });
  return [head, ...lines].join('\n');
}

const legend = (cells: readonly Cell[]): string =>
  (Object.keys(states) as CellState[])
    .filter((state) => cells.some((cell) => cell.state === state))
    .map((state) => `${states[state].symbol} ${states[state].text}`)
    .join('   ');

const reasons = (cells: readonly Cell[], paint: Paint): string =>
  openCells(cells)
    .map(({ state, column, reason, operations }) => {
      const where = operations ? ` (${operations.join(', ')})` : '';
      const [first = '', ...rest] = wrapped('? ', visible(`${column}: ${reason}${where}`)).split('\n');
      return [paint(states[state].symbol, STATE_COLOURS[state]) + first.slice(1), ...rest].join('\n');
    })
    .join('\n');

function findingText(group: readonly Finding[], paint: Paint): string {
  const [first] = group;
  if (!first) return '';
  const operations = [...new Set(group.map(({ operation }) => operation))].filter((name) => name !== '');
  const others = group.length > 1 ? ` and ${group.length - 1} more` : '';
  const head = `${levels[first.level].symbol} ${visible(first.code)}`;
  const lines = findingLines(first).map(([label, text]) => {
    const start = `  ${label.padEnd(10)} `;
    // A line that is to be copied is not broken.
    if (label === 'reproduce') return start + visible(text);
    return wrapped(start, visible(text) + (label === 'request' ? others : ''));
  });
  const where = wrapped(`${head}  `, visible(operations.join(', ')), 4).slice(head.length);
  return [paint(head, first.fails ? 'red' : 'yellow') + where, ...lines].join('\n');
}

function drift(found: readonly Drift[]): string {
  const lines = found.slice(0, MOST_DRIFT).map(({ operation, status, pointer, types, count }) => {
    return wrapped('+ ', visible(`undocumented ${pointer} in ${operation} ${status}: ${count} × ${types.join(', ')}`));
  });
  const rest = found.length - lines.length;
  return [...lines, ...(rest > 0 ? [`+ ${rest} more undocumented members`] : [])].join('\n');
}

/** Contradicted assumptions are told; of the others their number is enough here. */
function assumptions({ assumptions: all }: Report, paint: Paint): string {
  if (all.length === 0) return '';
  const contradicted = all.filter(({ state }) => state === 'contradicted');
  const lines = contradicted.map(
    ({ id, how }) => paint('≠', 'yellow') + wrapped('≠ ', visible(`${id}: ${how}`)).slice(1),
  );
  return [`assumptions: ${countText(countAssumptions(all), assumptionStates)}`, ...lines].join('\n');
}

const missing = (report: Report): string =>
  missingOf(report)
    .map(({ how, names }) => wrapped('? ', visible(`${how}: ${names.join(', ')}`)))
    .join('\n');

function counts(report: Report): string {
  const found = countText(countFindings(report.findings), levels);
  const lines = [
    `cells: ${countText(countCells(report.cells), states)}`,
    ...(found === '' ? [] : [`findings: ${found}`]),
    spendingText(report),
  ];
  return lines.map((line) => wrapped('', visible(line), 2)).join('\n');
}
