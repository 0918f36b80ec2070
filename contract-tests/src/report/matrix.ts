import { envelopes } from '@vehicle-lookup/contract/validators';
import type { OperationEntry } from '@vehicle-lookup/openapi/selectors';
import type { Judgement } from '../checks/judgement.ts';
import { notExercised as check } from '../checks/run.ts';
import type { Violation } from '../checks/violation.ts';
import { defined } from '../defined.ts';
import type { OtherAccounts } from '../plan/data.ts';
import type { RunTarget } from '../plan/profile.ts';
import { columnOf } from './cells.ts';
import { type RunFinding, withoutRequest } from './findings.ts';
import type { Cell, CellState } from './report.ts';

/** The input for the matrix of a run. */
export interface MatrixSource {
  operations: readonly OperationEntry[];
  judgements: readonly Judgement[];
  target: RunTarget;
  /** Returns whether a violation fails its cell. */
  fails: (violation: Violation) => boolean;
  /** The further accounts. */
  accounts?: OtherAccounts;
  /** Operations that the account's plan does not include. */
  planLacks?: readonly string[];
  /** Declared responses with a valid response in the history: `getFluids 404`. */
  shown?: ReadonlySet<string>;
}

/** Creates all declared cells of the operations, with their results. */
export const createMatrix = (source: MatrixSource): Cell[] =>
  source.operations.flatMap((entry) => entry.statuses.flatMap((status) => cellsOf(entry, status, source)));

/** Creates the cells of one status: one for each envelope of a success, otherwise a single cell. */
function cellsOf(entry: OperationEntry, status: string, source: MatrixSource): Cell[] {
  const { judgements, target, fails, planLacks = [] } = source;
  const operation = entry.id;
  const named: (string | undefined)[] = status === '200' ? envelopes(operation, status) : [];
  const places = (named.length > 0 ? named : [undefined]).map((envelope) => defined({ operation, status, envelope }));
  if (planLacks.includes(operation) && ['200', '404'].includes(status)) {
    const reason = "the account's plan does not include the operation (--plan-lacks)";
    return places.map((place) => ({ ...place, state: 'not-applicable', required: false, reason, answers: 0 }));
  }
  const results = judgements
    .filter(({ request }) => !request.probeOf && request.operation === operation && request.status === status)
    .map((judgement) => cellResult(judgement, fails));
  const cells = places.map((place) => {
    const ofEnvelope = results.filter(({ judgement: { request, envelope } }) => {
      return place.envelope === undefined || (request.envelope ?? envelope ?? named[0]) === place.envelope;
    });
    const answers = ofEnvelope.filter(({ state }) => state === 'pass' || state === 'fail').length;
    const found = stateOf(ofEnvelope) ?? notRequested(place, entry, results.length > 0, source);
    return { ...place, ...found, required: target === 'mock', answers };
  });
  return target === 'mock' ? cells : oneFormRequired(cells, results);
}

/**
 * Marks one envelope as required: a service may use a single envelope, so the received envelope is required. If an assumption
 * was contradicted, only successes remain required, because the service may never send the rejection.
 */
function oneFormRequired(cells: Cell[], results: readonly CellResult[]): Cell[] {
  const isRequired = results.some(
    (result) => result.judgement.required && (result.judgement.request.status === '200' || !isContradicted(result)),
  );
  const came = cells.findIndex(({ state }) => state !== 'not-observed');
  return cells.map((cell, index) => ({ ...cell, required: isRequired && index === Math.max(0, came) }));
}

/** A state, and the reason why it is neither passed nor failed. */
type ReasonedState = Pick<Cell, 'state' | 'reason'>;

/** Returns the combined state of a cell's judgements. Undefined without a judgement. */
export function stateOf(results: readonly CellResult[]): ReasonedState | undefined {
  const order: CellState[] = ['fail', 'error', 'pass', 'not-observed', 'not-applicable'];
  const [first] = order.flatMap((state) => results.find((result) => result.state === state) ?? []);
  const right = results.filter(({ state }) => state === 'pass');
  return first?.state === 'pass' && right.every(({ judgement }) => isEmptyList(judgement))
    ? { state: 'not-observed', reason: 'the list never had an element' }
    : first && defined({ state: first.state, reason: first.reason });
}

/** Returns whether a successful response is an empty list, in any envelope. Such a list does not show its elements. */
function isEmptyList({ response, json }: Judgement): boolean {
  if (response?.status !== 200 || !json) return false;
  const data: unknown = Array.isArray(json.body) ? json.body : Object(json.body).data;
  return Array.isArray(data) && data.length === 0;
}

export const NOT_ASKED = 'this run did not request it';
/** The reason for a cell covered by the history, which does not store response envelopes. */
const SHOWN_BEFORE = 'not requested again: the history has a valid response with this status';

/** Returns whether a cell could have been requested but was not. */
export const isNotAsked = ({ reason }: Pick<Cell, 'reason'>): boolean =>
  reason === NOT_ASKED || reason === SHOWN_BEFORE;

/**
 * Returns the reason why a cell was not reached.
 * @param isAsked whether this status was requested, in any envelope
 */
function notRequested(
  { operation, status, envelope }: Pick<Cell, 'operation' | 'status' | 'envelope'>,
  { parameters }: OperationEntry,
  isAsked: boolean,
  { target, accounts = {}, shown }: MatrixSource,
): ReasonedState {
  const open = (reason: string): ReasonedState => ({ state: 'not-observed', reason });
  if (target === 'mock') {
    return { state: 'fail', reason: `the document has no example for ${envelope ?? 'this response'}` };
  }
  if (status === '404' && Object.keys(parameters).length === 0) {
    return { state: 'not-applicable', reason: 'no input can cause this response' };
  }
  if (isAsked) return open('no response had this envelope');
  if (shown?.has(`${operation} ${status}`)) return open(SHOWN_BEFORE);
  if (status.startsWith('5')) return open('no request can cause this response');
  const isLacking = (status === '403' && !accounts.forbidden) || (status === '429' && !accounts.exhausted);
  return open(isLacking ? '--data has no account for this response' : NOT_ASKED);
}

/** Returns a failure for each of a mock's declared responses that the run did not receive. */
export const notExercised = (cells: readonly Cell[]): RunFinding[] =>
  cells
    .filter(({ state, answers }) => state === 'fail' && answers === 0)
    .map(({ operation, status, envelope, reason = '' }) =>
      withoutRequest({
        code: check.code,
        level: 'failure',
        fails: true,
        ...defined({ clause: check.clause, variant: envelope }),
        operation,
        status,
        expected: `a response with status ${columnOf({ status, ...defined({ envelope }) })}`,
        got: reason,
        next: 'Add the example to the document.',
      }),
    );

/** The result of one judgement for its cell, taking contradictions into account. */
export interface CellResult extends ReasonedState {
  judgement: Judgement;
}

const CONTRADICTED = 'an assumption behind the expected response is contradicted';

export const isContradicted = ({ state, reason }: CellResult): boolean =>
  state === 'not-observed' && reason === CONTRADICTED;

export function cellResult(judgement: Judgement, fails: MatrixSource['fails']): CellResult {
  const { state, reason, request, response, violations } = judgement;
  // An unexpected 429 may be a burst limit, which does not show how an exhausted allowance is rejected.
  if (state === 'pass' && request.kind === 'rejection' && request.status === '429') {
    return { judgement, state: 'not-observed', reason: 'it was returned when another response was expected' };
  }
  if (state !== 'fail') return { judgement, state, ...defined({ reason }) };
  if (violations.some(fails)) return { judgement, state: 'fail' };
  // With only contradictions and warnings, the cell passes if the response has the expected status.
  return String(response?.status) === request.status
    ? { judgement, state: 'pass' }
    : { judgement, state: 'not-observed', reason: CONTRADICTED };
}
