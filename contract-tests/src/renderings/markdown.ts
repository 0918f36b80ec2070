import { countCells, countFindings } from '../counts.ts';
import type { Finding } from '../finding.ts';
import { findingLines, sameFindings } from '../finding-text.ts';
import type { Report } from '../report.ts';
import { gridOf, missingOf, openCells } from './grid.ts';
import { block, code, folded, inline, sections, table } from './markdown-text.ts';
import { assumptionStates, levels, spendingText, states, verdicts } from './words.ts';

/** A summary of a job takes one MiB: of long lists the beginning is shown. */
const MOST = 50;

/** The report as Markdown with tables (GFM), for the summary of a job. */
export function markdown(report: Report): string {
  const { contract, verdict, failure, target, profile, seed, address, started, seconds } = report;
  const { symbol, text } = verdicts[verdict];
  return sections([
    `## ${symbol} ${verdict}: ${inline(`${contract.title} ${contract.version}`)}`,
    failure === undefined ? text : `${text} ${inline(failure)}`,
    `${code(address)}, target ${target}, profile ${profile}, seed ${seed}; ${inline(spendingText(report))}; ${inline(started)}, ${seconds} s`,
    ...(verdict === 'incomplete'
      ? missingOf(report).map(({ how, names }) => `R${how.slice(1)}: ${names.map(code).join(', ')}`)
      : []),
    countTable('cells', countCells(report.cells), states),
    countTable('findings', countFindings(report.findings), levels),
    matrix(report),
    findings(report),
    credentials(report),
    ...notObserved(report),
  ]);
}

function countTable<Name extends string>(
  title: string,
  numbers: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, { symbol: string; text: string }>>,
): string {
  const names = Object.keys(words) as Name[];
  const heads = names.map((name) => `${inline(words[name].symbol)} ${words[name].text}`);
  return table([title, ...heads], [['', ...names.map((name) => String(numbers[name]))]]);
}

function matrix({ cells }: Report): string {
  const { columns, rows } = gridOf(cells);
  const lines = rows.map(({ operation, cells: own }) => [
    code(operation),
    ...own.map((cell) => (cell ? inline(states[cell.state].symbol) : '')),
  ]);
  return table(['operation', ...columns.map(inline)], lines);
}

function findings({ findings: all }: Report): string {
  const groups = sameFindings(all);
  if (groups.length === 0) return '';
  const rest = groups.length - MOST;
  const more = rest > 0 ? [`${rest} more stand in report.html.`] : [];
  return ['### Findings', ...groups.slice(0, MOST).map(findingText), ...more].join('\n\n');
}

function findingText(group: readonly Finding[]): string {
  const [first] = group;
  if (!first) return '';
  const operations = [...new Set(group.map(({ operation }) => operation))].filter((name) => name !== '');
  const others = group.length > 1 ? ` and ${group.length - 1} more` : '';
  const lines = findingLines(first).map(([label, text]) => {
    if (label === 'reproduce') return `\n${block(text)}`;
    return `- ${label}: ${['next', 'rests on'].includes(label) ? inline(text) : code(text)}${label === 'request' ? others : ''}`;
  });
  const head = `${inline(levels[first.level].symbol)} ${code(first.code)} ${operations.map(code).join(', ')}`;
  return [`**${levels[first.level].text}** ${head}\n`, ...lines].join('\n');
}

function credentials({ credentials: cells }: Report): string {
  const rows = cells.map(({ credential, fault, state, reason = '', operations }) => [
    code(credential),
    fault,
    `${inline(states[state].symbol)} ${states[state].text}`,
    inline(operations.join(', ') || reason),
  ]);
  return folded('Credentials', table(['credential', 'sent', 'answer', 'where'], rows));
}

function notObserved({ cells, notes, assumptions, drift, census }: Report): string[] {
  const open = openCells(cells).map(({ state, column, reason, operations = ['all'] }) => [
    inline(`${states[state].symbol} ${column}`),
    inline(reason),
    inline(operations.join(', ')),
  ]);
  const assumed = assumptions.map(({ id, state, how }) => [
    code(id),
    `${inline(assumptionStates[state].symbol)} ${assumptionStates[state].text}`,
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
  const forms = census.map(({ operation, envelope, count }) => [code(operation), code(envelope), String(count)]);
  return [
    folded(
      'Not judged',
      sections([
        table(['cell', 'reason', 'operations'], open),
        ...notes.slice(0, MOST).map((note) => `- ${states['not-observed'].symbol} ${inline(note)}`),
      ]).trim(),
    ),
    folded('Assumptions', table(['assumption', 'state', 'how'], assumed)),
    folded(`Undocumented members: ${drift.length}`, table(['answer', 'member', 'types', 'times'], members)),
    folded('Envelopes', table(['operation', 'envelope', 'times'], forms)),
  ];
}
