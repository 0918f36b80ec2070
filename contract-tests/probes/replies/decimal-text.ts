import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { recordsOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(recordsOf(successes(judgements, ['getRepairTimes'])).length, 'hours in this notation'),
};
