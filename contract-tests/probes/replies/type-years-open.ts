import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const periods = recordsOf(successes(judgements, ['listVariants'])).map(({ typeYears }) => String(typeYears));
    return confirmedBy(periods.filter((period) => /^\s*-|-\s*$/.test(period)).length, 'a period with an open end');
  },
};
