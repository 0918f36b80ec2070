import type { Labels } from '@vehicle-lookup/findings';
import type { AssumptionResult, Cell, CellState, Report, Verdict } from '../report/report.ts';

/** The labels of states, in the order in which states are counted. */
export const stateLabels: Labels<CellState> = {
  pass: { symbol: '✓', text: 'right' },
  fail: { symbol: '✗', text: 'wrong' },
  error: { symbol: '!', text: 'not judged' },
  'not-observed': { symbol: '?', text: 'not observed' },
  'not-applicable': { symbol: '–', text: 'not applicable' },
};

export const verdictLabels: Labels<Verdict> = {
  conformant: { symbol: '✓', text: 'Everything that was observed is right, and all that the profile requires was.' },
  'not conformant': { symbol: '✗', text: 'Something is wrong; see the findings.' },
  incomplete: {
    symbol: '?',
    text: 'Nothing wrong was found, but something that the profile requires was not observed.',
  },
  'no verdict': { symbol: '!', text: 'The run broke off.' },
};

export const assumptionLabels: Labels<AssumptionResult['state']> = {
  confirmed: { symbol: '✓', text: 'confirmed' },
  contradicted: { symbol: '≠', text: 'contradicted' },
  'not-observed': { symbol: '?', text: 'not observed' },
  'not-observable': { symbol: '–', text: 'not observable' },
};

/** The name of a cell beside its operation's: `200 full`, `404`. */
export const columnOf = ({ status, envelope }: Pick<Cell, 'status' | 'envelope'>): string =>
  envelope === undefined ? status : `${status} ${envelope}`;

/** How many requests were planned and made. */
export function spendingText({ requests: { planned, spent, budget, left, stopped } }: Report): string {
  const rest = budget === undefined ? '' : `, ${left} left of a budget of ${budget}`;
  return `${planned} requests planned, ${spent} made${rest}${stopped === undefined ? '' : `; stopped: ${stopped}`}`;
}
