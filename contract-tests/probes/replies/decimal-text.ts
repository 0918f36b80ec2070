import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  // A text that is not a number breaks the clause "decimal number of hours".
  covers: ({ status, pointer, value }) =>
    status === '200' && pointer.endsWith('/hours') && typeof value === 'string' && /^[\d.,' ]*\d[\d.,' ]*$/.test(value),
  judge: (judgements) =>
    confirmedBy(recordsOf(successes(judgements, ['getRepairTimes'])).length, 'hours in this notation'),
};
