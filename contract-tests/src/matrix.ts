import type { OperationEntry } from '@vehicle-lookup/operations';
import { envelopes } from '@vehicle-lookup/validators';
import type { Finding } from './finding.ts';
import type { Observation } from './observation.ts';
import type { Target } from './plan/plan.ts';
import type { Cell } from './report.ts';

/** Every declared cell of the operations with what the observations say of it. */
export function matrix(
  operations: readonly OperationEntry[],
  observations: readonly Observation[],
  target: Target,
): Cell[] {
  return operations.flatMap((entry) =>
    entry.statuses.flatMap((status) =>
      forms(entry.id, status).map((envelope) => {
        const place = { operation: entry.id, status, ...(envelope === '' ? {} : { envelope }) };
        const own = observations.filter((seen) => seen.operation === entry.id && seen.status === status);
        return cell(
          place,
          own.filter((seen) => (seen.envelope ?? '') === envelope),
          entry,
          target,
        );
      }),
    ),
  );
}

/** The forms of a success body; other answers have one. */
const forms = (operation: string, status: string): string[] => {
  const named = status === '200' ? envelopes(operation, status) : [];
  return named.length > 0 ? named : [''];
};

function cell(
  place: Pick<Cell, 'operation' | 'status' | 'envelope'>,
  own: readonly Observation[],
  entry: OperationEntry,
  target: Target,
): Cell {
  const answers = own.filter(({ state }) => state === 'pass' || state === 'fail').length;
  for (const state of ['fail', 'error', 'pass', 'not-observed'] as const) {
    const found = own.find((seen) => seen.state === state);
    if (found) return { ...place, state, ...(found.reason === undefined ? {} : { reason: found.reason }), answers };
  }
  return { ...place, ...untouched(place, entry, target), answers: 0 };
}

/** Why no request led to a cell. */
function untouched(
  { status, envelope }: Partial<Cell>,
  entry: OperationEntry,
  target: Target,
): Pick<Cell, 'state' | 'reason'> {
  if (target === 'mock') {
    return { state: 'fail', reason: `the document has no example named ${envelope ?? 'for it'} to ask for` };
  }
  if (status === '404' && Object.keys(entry.parameters).length === 0) {
    return { state: 'not-applicable', reason: 'no input selects it' };
  }
  if (status === '404')
    return { state: 'not-observed', reason: 'no input that cannot exist follows from the document' };
  if (envelope !== undefined) return { state: 'not-observed', reason: 'no answer came in this envelope' };
  return { state: 'not-observed', reason: 'no input asks for it' };
}

/** A declared answer of a mock that was not exercised is a fault of its own. */
export function notExercised(cells: readonly Cell[]): Finding[] {
  return cells
    .filter(({ state, answers }) => state === 'fail' && answers === 0)
    .map(({ operation, status, envelope, reason = '' }) => ({
      code: 'not-exercised',
      operation,
      status,
      request: '',
      expected: `an answer with status ${status}${envelope === undefined ? '' : ` in the envelope ${envelope}`}`,
      got: reason,
      next: 'Add the example to the document.',
    }));
}
