import {
  type AssumptionProbe,
  confirmedBy,
  recordsOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(recordsOf(successes(judgements, ['getRepairTimes'])).length, 'hours in this notation'),
};
