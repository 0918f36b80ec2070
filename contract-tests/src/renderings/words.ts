import type { FindingLevel } from '../finding.ts';
import type { AssumptionResult, Cell, CellState, Report, Verdict } from '../report.ts';

interface Word {
  symbol: string;
  text: string;
}

/** What readers see of a state, in the order in which states are counted. */
export const states: Readonly<Record<CellState, Word>> = {
  pass: { symbol: '✓', text: 'right' },
  fail: { symbol: '✗', text: 'wrong' },
  error: { symbol: '!', text: 'not judged' },
  'not-observed': { symbol: '?', text: 'not observed' },
  'not-applicable': { symbol: '–', text: 'not applicable' },
};

/** What readers see of a finding's level. */
export const levels: Readonly<Record<FindingLevel, Word>> = {
  failure: { symbol: '✗', text: 'failure' },
  contradiction: { symbol: '≠', text: 'contradiction' },
  error: { symbol: '!', text: 'error' },
  warning: { symbol: '~', text: 'warning' },
  drift: { symbol: '+', text: 'drift' },
};

/** What readers see of a verdict. */
export const verdicts: Readonly<Record<Verdict, Word>> = {
  conformant: { symbol: '✓', text: 'Everything that was observed is right, and all that the profile requires was.' },
  'not conformant': { symbol: '✗', text: 'Something is wrong; see the findings.' },
  incomplete: {
    symbol: '?',
    text: 'Nothing wrong was found, but something that the profile requires was not observed.',
  },
  'no verdict': { symbol: '!', text: 'The run broke off.' },
};

/** What readers see of an assumption. */
export const assumptionStates: Readonly<Record<AssumptionResult['state'], Word>> = {
  confirmed: { symbol: '✓', text: 'confirmed' },
  contradicted: { symbol: '≠', text: 'contradicted' },
  'not-observed': { symbol: '?', text: 'not observed' },
  'not-observable': { symbol: '–', text: 'not observable' },
};

/** `40 right, 2 wrong`: what does not occur is left out. */
export const countText = <Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, Word>>,
): string =>
  (Object.keys(words) as Name[])
    .filter((name) => numbers[name] > 0)
    .map((name) => `${numbers[name]} ${words[name].text}`)
    .join(', ');

/** The name of a cell beside its operation's: `200 full`, `404`. */
export const columnOf = ({ status, envelope }: Pick<Cell, 'status' | 'envelope'>): string =>
  envelope === undefined ? status : `${status} ${envelope}`;

/** What became of the requests. */
export function spendingText({ requests: { planned, spent, budget, left, stopped } }: Report): string {
  const rest = budget === undefined ? '' : `, ${left} left of a budget of ${budget}`;
  return `${planned} requests planned, ${spent} made${rest}${stopped === undefined ? '' : `; stopped: ${stopped}`}`;
}
