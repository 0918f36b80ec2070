import type { OperationEntry } from '@vehicle-lookup/selectors';
import { envelopes } from '@vehicle-lookup/validators';
import type { Judgement } from '../judge/judgement.ts';
import type { Accounts } from '../plan/data.ts';
import type { Target } from '../plan/profile.ts';
import { type CellResult, cellResult, type Fails, isContradicted } from './cell-result.ts';
import type { Cell } from './report.ts';

/**
 * Every declared cell of the operations with what the judgements say of it.
 * @param accounts those beside the run's own
 * @param planLacks operations that the plan of the account does not include
 */
export function matrix(
  operations: readonly OperationEntry[],
  judgements: readonly Judgement[],
  target: Target,
  fails: Fails,
  accounts: Accounts = {},
  planLacks: readonly string[] = [],
): Cell[] {
  return operations.flatMap((entry) =>
    entry.statuses.flatMap((status) => {
      const results = judgements
        .filter(({ request }) => !request.probeOf && request.operation === entry.id && request.status === status)
        .map((judgement) => cellResult(judgement, fails));
      const names = formsOf(entry.id, status);
      if (planLacks.includes(entry.id) && ['200', '404'].includes(status)) {
        return names.map((envelope) => outsidePlan(entry.id, status, envelope));
      }
      const cells = names.map((envelope) => {
        const place = { operation: entry.id, status, ...(envelope === '' ? {} : { envelope }) };
        const own = results.filter(({ judgement: { request, envelope: came } }) => {
          return (request.envelope ?? came ?? names[0] ?? '') === envelope || status !== '200';
        });
        return cell(place, own, entry, target, accounts);
      });
      return target === 'mock' ? cells : oneFormRequired(cells, results);
    }),
  );
}

/** No request of the account leads there. */
const outsidePlan = (operation: string, status: string, envelope: string): Cell => ({
  operation,
  status,
  ...(envelope === '' ? {} : { envelope }),
  state: 'not-applicable',
  required: false,
  reason: 'the plan of the account does not include it (--plan-lacks)',
  answers: 0,
});

/** The forms of a success body; other bodies have one. */
const formsOf = (operation: string, status: string): string[] => {
  const named = status === '200' ? envelopes(operation, status) : [];
  return named.length > 0 ? named : [''];
};

/**
 * A service may send one form only: the form that came is the required one. A contradicted assumption leads to no
 * refusal, so none behind it can be required; a success is, whatever came in its place.
 */
function oneFormRequired(cells: Cell[], results: readonly CellResult[]): Cell[] {
  const isRequired = results.some(
    (one) => one.judgement.required && (one.judgement.request.status === '200' || !isContradicted(one)),
  );
  const came = cells.findIndex(({ state }) => state !== 'not-observed');
  return cells.map((own, index) => ({ ...own, required: isRequired && index === Math.max(0, came) }));
}

function cell(
  place: Pick<Cell, 'operation' | 'status' | 'envelope'>,
  results: readonly CellResult[],
  entry: OperationEntry,
  target: Target,
  accounts: Accounts,
): Cell {
  const answers = results.filter(({ state }) => state === 'pass' || state === 'fail').length;
  const required = target === 'mock';
  for (const state of ['fail', 'error', 'pass', 'not-observed', 'not-applicable'] as const) {
    const found = results.find((one) => one.state === state);
    if (!found) continue;
    if (state === 'pass' && !results.some((one) => one.state === 'pass' && !isEmptyList(one.judgement))) {
      return { ...place, state: 'not-observed', required, reason: 'the list never had an element', answers };
    }
    return { ...place, state, required, ...(found.reason === undefined ? {} : { reason: found.reason }), answers };
  }
  return { ...place, ...notRequested(place, entry, target, accounts), required, answers: 0 };
}

/** Whether a success body is a list without elements, in any envelope: what its elements are was not observed. */
function isEmptyList({ reply, json }: Judgement): boolean {
  if (reply?.status !== 200 || typeof json?.body !== 'object' || json.body === null) return false;
  const lists = (Array.isArray(json.body) ? [json.body] : Object.values(json.body)).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** Why no request led to a cell. */
function notRequested(
  { status, envelope }: Partial<Cell>,
  entry: OperationEntry,
  target: Target,
  accounts: Accounts,
): Pick<Cell, 'state' | 'reason'> {
  if (target === 'mock') {
    return { state: 'fail', reason: `the document has no example named ${envelope ?? 'for it'} to ask for` };
  }
  if (status === '404' && Object.keys(entry.parameters).length === 0) {
    return { state: 'not-applicable', reason: 'no input selects it' };
  }
  if (envelope !== undefined) return { state: 'not-observed', reason: 'no reply came in this envelope' };
  return { state: 'not-observed', reason: reasonOf(status ?? '', accounts) };
}

/** Why a cell that no request asked for was not observed. */
export const NOT_ASKED = 'no request of this run asks for it';

function reasonOf(status: string, accounts: Accounts): string {
  if (status.startsWith('5')) return 'no request can ask for it';
  if (status === '403' && !accounts.forbidden) return 'an account without the operation was not given';
  if (status === '429' && !accounts.exhausted) return 'an exhausted account was not given';
  return NOT_ASKED;
}
