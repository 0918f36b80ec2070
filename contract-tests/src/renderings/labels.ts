import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { countBy, countFindings, countText, type Label, type Labels, namesOf } from '@vehicle-lookup/toolkit/findings';
import { missingTexts } from '../report/cells.ts';
import { isNotAsked } from '../report/matrix.ts';
import type {
  AssumptionResult,
  Cell,
  CellState,
  FieldCoverage,
  RunReport,
  RunVerdict,
  VerifiedClause,
} from '../report/report.ts';

/** The labels of states, in the order in which states are counted. */
export const stateLabels: Labels<CellState> = {
  pass: { symbol: '✓', text: 'right' },
  fail: { symbol: '✗', text: 'wrong' },
  error: { symbol: '!', text: 'not judged' },
  'not-observed': { symbol: '?', text: 'not observed' },
  'not-applicable': { symbol: '–', text: 'not applicable' },
};

export const verdictLabels: Labels<RunVerdict> = {
  conformant: {
    symbol: '✓',
    text: 'No violated clause was found in the requested responses, and every cell that the profile requires was observed.',
  },
  'not conformant': { symbol: '✗', text: 'At least one clause was violated; see the findings.' },
  incomplete: {
    symbol: '?',
    text: 'No violation was found, but a cell that the profile requires was not observed.',
  },
  'no verdict': { symbol: '!', text: 'The run was aborted.' },
};

/** The labels of assumption states. States that need attention come first. */
export const assumptionLabels: Labels<AssumptionResult['state']> = {
  contradicted: { symbol: '≠', text: 'contradicted' },
  confirmed: { symbol: '✓', text: 'confirmed' },
  'not-observed': { symbol: '?', text: 'not observed' },
  'not-observable': { symbol: '–', text: 'not observable' },
};

/** The labels of clause states. States that need attention come first. */
export const clauseLabels: Labels<VerifiedClause['state']> = {
  contradicted: { symbol: '✗', text: 'contradicted' },
  'not-asked': { symbol: '?', text: 'not asked' },
  observed: { symbol: '✓', text: 'observed' },
  'not-observable': { symbol: '–', text: 'not observable' },
};

export const fieldLabels: Labels<FieldCoverage['state']> = {
  'never-seen': { symbol: '?', text: 'never seen' },
  'only-empty': { symbol: '∅', text: 'only empty' },
  'with-value': { symbol: '✓', text: 'with a value' },
};

/** Sorts entries by state, in the order of the labels. */
export const inOrderOf = <State extends string, T extends { state: State }>(
  labels: Labels<State>,
  entries: readonly T[],
): T[] => namesOf(labels).flatMap((name) => entries.filter(({ state }) => state === name));

/** Returns the symbol and the text of a label, such as `✓ right`. */
export const labelText = ({ symbol, text }: Label): string => `${symbol} ${text}`;

/** Counts the entries in each state. */
export const countStates = <State extends string>(
  labels: Labels<State>,
  entries: readonly { state: State }[],
): Record<State, number> => countBy(namesOf(labels), entries, ({ state }) => state);

/** Counts cells by state. */
export const countCells = (cells: readonly Cell[]): Record<CellState, number> => countStates(stateLabels, cells);

/** Returns the number of entries in each state as text: `98 observed, 42 not asked`. */
export const stateCount = <State extends string>(labels: Labels<State>, entries: readonly { state: State }[]): string =>
  countText(countStates(labels, entries), labels);

/** Returns the state of a field, such as `only empty`, and the date when it was last seen in this state. */
export const fieldText = ({ state, last }: Pick<FieldCoverage, 'state' | 'last'>): string =>
  `${labelText(fieldLabels[state])}${last === undefined ? '' : `, last ${last.slice(0, 'YYYY-MM-DD'.length)}`}`;

/** Returns the lines below the verdict in HTML and Markdown: its meaning, qualifications and limits. */
export const leads = (report: RunReport): string[] => [
  [verdictLabels[report.verdict].text, report.failure ?? ''].join(' ').trim(),
  ...[remarks(report).join(', ')].filter((text) => text !== ''),
  ...notTestedNames(report),
  ...(report.verdict === 'incomplete' ? missingTexts(report) : []),
];

/** Returns the facts about the whole run. */
export const facts = (report: RunReport): [name: string, text: string][] => [
  ['address', report.address],
  ['settings', `target ${report.target}, profile ${report.profile}, seed ${report.seed}`],
  ['requests', spendingText(report)],
  ['when', `${report.started}, for ${report.seconds} s`],
  ['contradicted assumptions', report.assumptionsMode === 'enforce' ? 'fail the run' : 'are reported'],
  ['undocumented fields and warnings', report.strict ? 'fail the run' : 'are recorded'],
  ['suite', report.suite],
  ...(report.label === undefined ? [] : [['label', report.label] satisfies [string, string]]),
  ...historyTexts(report).map((text): [string, string] => ['history', text]),
];

/** Returns the qualifications of a verdict: the numbers of findings, valid responses, and untested parts. */
export function remarks(report: RunReport): string[] {
  const { verdict, findings, cells, assumptions } = report;
  const { failure, warning } = countFindings(findings);
  const contradicted = assumptions.filter(({ state }) => state === 'contradicted').length;
  const seen = cells.filter(({ state }) => state === 'pass').length;
  const asked = cells.filter(isNotAsked).length;
  const count = (number: number, one: string, many = `${one}s`) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  return [
    ...count(failure, 'failure'),
    ...count(warning, 'warning'),
    ...count(contradicted, 'assumption contradicted', 'assumptions contradicted'),
    ...(verdict === 'conformant' ? count(seen, 'response seen', 'responses seen') : []),
    ...count(asked, 'not requested', 'not requested'),
    ...[scopeText(report) ?? []].flat(),
  ];
}

/** Returns the displayed verdict, which is limited to the tested parts. */
export const verdictText = (report: RunReport): string =>
  report.verdict === 'conformant' && scopeText(report) !== undefined
    ? 'conformant where it was tested'
    : report.verdict;

/**
 * Returns the number of untested parts: `19 of 49 assumptions and 4 of 140 clauses not tested; deep or --history tests 12 of
 * them`. Undefined if everything was tested.
 */
export function scopeText({ notTested, assumptions, clauses, profile }: RunReport): string | undefined {
  const { inLargerProfiles } = notTested;
  const left = [...notTested.assumptions, ...notTested.clauses].length;
  const counts = [
    [notTested.assumptions.length, `${assumptions.length} assumptions`],
    [notTested.clauses.length, `${clauses.length} clauses`],
  ] as const;
  const parts = counts.flatMap(([count, all]) => (count === 0 ? [] : [`${count} of ${all}`]));
  if (left === 0) return undefined;
  const them = inLargerProfiles.length === left ? 'them' : `${inLargerProfiles.length} of them`;
  const hint = inLargerProfiles.length === 0 ? '' : `; ${otherRuns(profile)} tests ${them}`;
  return `${joinWords(parts)} not tested${hint}`;
}

/** Returns the names of untested assumptions and clauses, starting with those that other runs can test. */
export function notTestedNames({ notTested, profile }: RunReport): string[] {
  const { assumptions, clauses, inLargerProfiles } = notTested;
  const others = [...assumptions, ...clauses].filter((id) => !inLargerProfiles.includes(id));
  return [
    ...(inLargerProfiles.length === 0
      ? []
      : [`not tested, but ${otherRuns(profile)} tests: ${inLargerProfiles.join(', ')}`]),
    ...(others.length === 0 ? [] : [`not tested: ${others.join(', ')}`]),
  ];
}

/** Returns advice for intended contradictions. Empty if there is no contradiction. */
export const onPurpose = (findings: RunReport['findings']): string[] =>
  findings.some(({ level }) => level === 'contradiction')
    ? [
        'If a contradiction is intended, change the document; `vehicle-lookup-contract explain CODE` prints the evidence.',
      ]
    : [];

const otherRuns = (profile: RunReport['profile']): string => (profile === 'traffic' ? 'verify' : 'deep or --history');

/** Returns the numbers of planned, sent and charged requests as text. */
export function spendingText({
  requests: { planned, spent, budget, left, consultations, stopped },
}: RunReport): string {
  const rest = budget === undefined ? '' : `, ${left} left of a budget of ${budget}`;
  return `${planned} requests planned, ${spent} sent, ${consultations.spent} charged${rest}${stopped === undefined ? '' : `; stopped: ${stopped}`}`;
}

/** Returns the combined results of all runs in a history, including stale results. Empty without a history. */
export function historyTexts({ history, cells }: RunReport): string[] {
  if (!history) return [];
  const { requests, cells: seen, clauses, assumptions, fields } = history;
  const all = new Set(cells.map(({ operation, status }) => `${operation} ${status}`)).size;
  const wrong = seen.filter(({ state }) => state === 'fail');
  const stale = [...seen, ...clauses, ...assumptions].filter(({ isStale }) => isStale);
  const since = seen.map((entry) => entry.since).sort()[0] ?? '';
  const names = (entries: typeof seen) => entries.map(({ name, last }) => `${name} (${last.slice(0, 10)})`).join(', ');
  return [
    `history: ${seen.length} of ${all} declared responses seen by ${requests} requests since ${since.slice(0, 10)}; their statuses are based on ${clauses.length} clauses and ${assumptions.length} assumptions`,
    `history, fields: ${stateCount(fieldLabels, fields)}`,
    ...(wrong.length > 0 ? [`history, last result invalid: ${names(wrong)}`] : []),
    ...(stale.length > 0 ? [`history, stale: ${names(stale)}`] : []),
  ];
}
