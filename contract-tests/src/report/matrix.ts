import { envelopes } from '@vehicle-lookup/contract/validators';
import type { OperationEntry } from '@vehicle-lookup/openapi/selectors';
import type { Judgement } from '../checks/judgement.ts';
import { notExercised as check } from '../checks/run.ts';
import type { Violation } from '../checks/violation.ts';
import type { OtherAccounts } from '../plan/data.ts';
import type { RunTarget } from '../plan/profile.ts';
import { type RunFinding, withoutRequest } from './findings.ts';
import type { Cell } from './report.ts';

/** What the matrix of a run is made from. */
export interface MatrixSource {
  operations: readonly OperationEntry[];
  judgements: readonly Judgement[];
  target: RunTarget;
  fails: Fails;
  /** Further accounts. */
  accounts?: OtherAccounts;
  /** Operations that the plan of the account does not include. */
  planLacks?: readonly string[];
  /** Declared responses that a history shows right: `getFluids 404`. */
  shown?: ReadonlySet<string>;
}

/** Every declared cell of the operations, with its result from the judgements. */
export function createMatrix(source: MatrixSource): Cell[] {
  const { operations, judgements, target, fails, accounts = {}, planLacks = [], shown = new Set() } = source;
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
        const ofEnvelope = results.filter(({ judgement: { request, envelope: came } }) => {
          return (request.envelope ?? came ?? names[0] ?? '') === envelope || status !== '200';
        });
        return createCell(place, ofEnvelope, { entry, target, accounts, isAsked: results.length > 0, shown });
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
 * A service may send one envelope only: the one that came is the required one. If an assumption was contradicted, only
 * successes stay required: the service may not send the rejection at all.
 */
function oneFormRequired(cells: Cell[], results: readonly CellResult[]): Cell[] {
  const isRequired = results.some(
    (result) => result.judgement.required && (result.judgement.request.status === '200' || !isContradicted(result)),
  );
  const came = cells.findIndex(({ state }) => state !== 'not-observed');
  return cells.map((cell, index) => ({ ...cell, required: isRequired && index === Math.max(0, came) }));
}

type Place = Pick<Cell, 'operation' | 'status' | 'envelope'>;

/** What decides why no request led to a cell. */
interface CellContext {
  entry: OperationEntry;
  target: RunTarget;
  accounts: OtherAccounts;
  /** Whether a request asked for this status, in whatever envelope. */
  isAsked: boolean;
  shown: ReadonlySet<string>;
}

function createCell(place: Place, results: readonly CellResult[], context: CellContext): Cell {
  const answers = results.filter(({ state }) => state === 'pass' || state === 'fail').length;
  const required = context.target === 'mock';
  for (const state of ['fail', 'error', 'pass', 'not-observed', 'not-applicable'] as const) {
    const found = results.find((result) => result.state === state);
    if (!found) continue;
    if (state === 'pass' && !results.some((result) => result.state === 'pass' && !isEmptyList(result.judgement))) {
      return { ...place, state: 'not-observed', required, reason: 'the list never had an element', answers };
    }
    return { ...place, state, required, ...(found.reason === undefined ? {} : { reason: found.reason }), answers };
  }
  return { ...place, ...notRequested(place, context), required, answers: 0 };
}

/** Whether a success body is a list without elements, in any envelope: what its elements are was not observed. */
function isEmptyList({ response, json }: Judgement): boolean {
  if (response?.status !== 200 || !json) return false;
  const data: unknown = Array.isArray(json.body) ? json.body : Object(json.body).data;
  return Array.isArray(data) && data.length === 0;
}

/** Why no request led to a cell. */
function notRequested(
  { operation, status, envelope }: Place,
  { entry, target, accounts, isAsked, shown }: CellContext,
): Pick<Cell, 'state' | 'reason'> {
  if (target === 'mock') {
    return { state: 'fail', reason: `the document has no example named ${envelope ?? 'for it'} to ask for` };
  }
  if (status === '404' && Object.keys(entry.parameters).length === 0) {
    return { state: 'not-applicable', reason: 'no input selects it' };
  }
  if (isAsked) return { state: 'not-observed', reason: 'no response came in this envelope' };
  const reason = shown.has(`${operation} ${status}`) ? SHOWN_BEFORE : reasonOf(status, accounts);
  return { state: 'not-observed', reason };
}

const NOT_ASKED = 'no request of this run asks for it';
/** A history does not say in which envelope its responses came. */
const SHOWN_BEFORE = 'not asked again: the history has a valid response with this status';

/** Whether no request asked for a cell although one could. */
export const isNotAsked = ({ reason }: Pick<Cell, 'reason'>): boolean =>
  reason === NOT_ASKED || reason === SHOWN_BEFORE;

function reasonOf(status: string, accounts: OtherAccounts): string {
  if (status.startsWith('5')) return 'no request can ask for it';
  const isLacking = (status === '403' && !accounts.forbidden) || (status === '429' && !accounts.exhausted);
  if (isLacking) return '--data names no account for it';
  return NOT_ASKED;
}

/** A declared response of a mock that was not exercised is a failure. */
export const notExercised = (cells: readonly Cell[]): RunFinding[] =>
  cells
    .filter(({ state, answers }) => state === 'fail' && answers === 0)
    .map(({ operation, status, envelope, reason = '' }) =>
      withoutRequest({
        code: check.code,
        level: 'failure',
        fails: true,
        clause: check.clause ?? '',
        operation,
        status,
        ...(envelope === undefined ? {} : { variant: envelope }),
        expected: `a response with status ${status}${envelope === undefined ? '' : ` in the envelope ${envelope}`}`,
        got: reason,
        next: 'Add the example to the document.',
      }),
    );

/** Whether a violation makes its cell wrong. */
export type Fails = (violation: Violation) => boolean;

/** What one judgement says of its cell, contradictions weighed. */
export interface CellResult {
  judgement: Judgement;
  state: Cell['state'];
  reason?: string;
}

const CONTRADICTED = 'an assumption that leads here is contradicted';

export const isContradicted = ({ state, reason }: CellResult): boolean =>
  state === 'not-observed' && reason === CONTRADICTED;

export function cellResult(judgement: Judgement, fails: Fails): CellResult {
  const { state, reason, request, response, violations } = judgement;
  // No request asked for this 429: it may be a burst limit, which does not show how an exhausted allowance is rejected.
  if (state === 'pass' && request.kind === 'rejection' && request.status === '429') {
    return { judgement, state: 'not-observed', reason: 'it came where another response was asked for' };
  }
  if (state !== 'fail') return { judgement, state, ...(reason === undefined ? {} : { reason }) };
  if (violations.some(fails)) return { judgement, state: 'fail' };
  // Only contradictions and warnings: the response counts where it is the one that was asked for.
  return String(response?.status) === request.status
    ? { judgement, state: 'pass' }
    : { judgement, state: 'not-observed', reason: CONTRADICTED };
}
