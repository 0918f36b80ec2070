import { countCells } from './counts.ts';
import type { Finding, FindingLevel } from './finding.ts';
import type { Cell, CellState, Report } from './report.ts';

const SYMBOLS: Record<CellState, string> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  'not-applicable': '–',
  'not-observed': '?',
};
const LEGEND = '✓ right   ✗ wrong   ! could not be judged   ? not observed   – not applicable   blank: not declared';

/** The report for a person: the matrix, what was left open, the findings, the verdict. */
export function render(report: Report): string {
  const { target, profile, address, verdict, cells, findings, notes } = report;
  const sections = [
    table(cells),
    LEGEND,
    reasons(cells),
    notes.map((note) => `? ${note}`).join('\n'),
    drift(report),
    assumptions(report),
    groups(findings).map(findingText).join('\n\n'),
    spending(report),
    `${verdict}: ${address} (target ${target}, profile ${profile}), ${counts(cells)}`,
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const column = ({ status, envelope }: Cell): string => (envelope === undefined ? status : `${status} ${envelope}`);

function table(cells: readonly Cell[]): string {
  const columns = [...new Set(cells.map(column))].sort((a, b) => a.slice(0, 3).localeCompare(b.slice(0, 3)));
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  const width = Math.max(...operations.map((name) => name.length));
  const line = (name: string, texts: readonly string[]) =>
    `${name.padEnd(width)}  ${texts.map((text, index) => text.padEnd(columns[index]?.length ?? 0)).join('  ')}`.trimEnd();
  const rows = operations.map((operation) => {
    const own = new Map(cells.filter((cell) => cell.operation === operation).map((cell) => [column(cell), cell.state]));
    return line(
      operation,
      columns.map((name) => symbol(own.get(name))),
    );
  });
  return [line('', columns), ...rows].join('\n');
}

const symbol = (state: CellState | undefined): string => (state ? SYMBOLS[state] : '');

/** Every reason once, with the cells that it holds for. */
function reasons(cells: readonly Cell[]): string {
  const open = cells.filter(({ reason, state }) => reason !== undefined && state !== 'fail');
  const byReason = new Map<string, Cell[]>();
  for (const cell of open) {
    const text = `${SYMBOLS[cell.state]} ${column(cell)}: ${cell.reason}`;
    byReason.set(text, [...(byReason.get(text) ?? []), cell]);
  }
  const all = new Set(cells.map(({ operation }) => operation)).size;
  return [...byReason]
    .map(([text, own]) => (own.length === all ? text : `${text} (${own.map(({ operation }) => operation).join(', ')})`))
    .join('\n');
}

/** The same finding on several requests is shown once, with its first request and all of its operations. */
function groups(findings: readonly Finding[]): Finding[][] {
  const byText = new Map<string, Finding[]>();
  for (const finding of findings) {
    const text = JSON.stringify([finding.code, finding.expected, finding.got]);
    byText.set(text, [...(byText.get(text) ?? []), finding]);
  }
  return [...byText.values()];
}

const MARKS: Record<FindingLevel, string> = { failure: '✗', contradiction: '≠', error: '!', warning: '~', drift: '+' };

function findingText(group: readonly Finding[]): string {
  const [first] = group;
  if (!first) return '';
  const { code, level, clause, assumption, request, reproduce, expected, got, next } = first;
  const operations = [...new Set(group.map(({ operation }) => operation))];
  const others = group.length > 1 ? ` and ${group.length - 1} more` : '';
  const rests = clause ?? (assumption === undefined ? undefined : `the assumption ${assumption}`);
  return [
    `${MARKS[level]} ${code}  ${operations.join(', ')}`,
    ...(request ? [`  request    ${request}${others}`] : []),
    `  expected   ${expected}`,
    `  got        ${got}`,
    ...(rests === undefined ? [] : [`  rests on   ${rests}`]),
    `  next       ${next}`,
    ...(reproduce ? [`  reproduce  ${reproduce}`] : []),
  ].join('\n');
}

function counts(cells: readonly Cell[]): string {
  const words: Record<CellState, string> = {
    pass: 'right',
    fail: 'wrong',
    error: 'not judged',
    'not-observed': 'not observed',
    'not-applicable': 'not applicable',
  };
  const numbers = countCells(cells);
  return (Object.keys(words) as CellState[])
    .filter((state) => numbers[state] > 0)
    .map((state) => `${numbers[state]} ${words[state]}`)
    .join(', ');
}

/** Members that the document does not mention; many services send them, so they are short. */
const drift = ({ drift: found }: Report): string =>
  found
    .map(({ operation, status, pointer, types, count }) => {
      return `+ undocumented ${pointer} in ${operation} ${status}: ${count} × ${types.join(', ')}`;
    })
    .join('\n');

/** Contradicted assumptions are findings; of the others their number is enough here. */
function assumptions({ assumptions: all }: Report): string {
  if (all.length === 0) return '';
  const states = ['confirmed', 'contradicted', 'not-observed', 'not-observable'] as const;
  const numbers = states.map(
    (state) => `${all.filter((own) => own.state === state).length} ${state.replace('-', ' ')}`,
  );
  const contradicted = all.filter(({ state }) => state === 'contradicted').map(({ id, how }) => `≠ ${id}: ${how}`);
  return [`assumptions: ${numbers.join(', ')}`, ...contradicted].join('\n');
}

function spending({ requests: { planned, spent, budget, left, stopped } }: Report): string {
  const rest = budget === undefined ? '' : `, ${left} left of a budget of ${budget}`;
  return `${planned} requests planned, ${spent} made${rest}${stopped === undefined ? '' : `; stopped: ${stopped}`}`;
}
