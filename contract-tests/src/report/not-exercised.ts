import { catalogue } from '../checks/catalogue.ts';
import { type RunFinding, withoutRequest } from './findings.ts';
import type { Cell } from './report.ts';

/** A declared reply of a mock that was not exercised is a failure. */
export const notExercised = (cells: readonly Cell[]): RunFinding[] =>
  cells
    .filter(({ state, answers }) => state === 'fail' && answers === 0)
    .map(({ operation, status, envelope, reason = '' }) =>
      withoutRequest({
        code: 'not-exercised',
        level: 'failure',
        fails: true,
        clause: catalogue['not-exercised'].clause ?? '',
        operation,
        status,
        ...(envelope === undefined ? {} : { variant: envelope }),
        expected: `a reply with status ${status}${envelope === undefined ? '' : ` in the envelope ${envelope}`}`,
        got: reason,
        next: 'Add the example to the document.',
      }),
    );
