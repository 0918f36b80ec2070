import { catalogue } from './checks/catalogue.ts';
import type { Finding } from './finding.ts';
import type { Cell } from './report.ts';

/** A declared answer of a mock that was not exercised is a fault of its own. */
export function notExercised(cells: readonly Cell[]): Finding[] {
  return cells
    .filter(({ state, answers }) => state === 'fail' && answers === 0)
    .map(({ operation, status, envelope, reason = '' }) => ({
      code: 'not-exercised',
      level: 'failure',
      fails: true,
      clause: catalogue['not-exercised'].clause ?? '',
      operation,
      status,
      request: '',
      reproduce: '',
      expected: `an answer with status ${status}${envelope === undefined ? '' : ` in the envelope ${envelope}`}`,
      got: reason,
      next: 'Add the example to the document.',
    }));
}
