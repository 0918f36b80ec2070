import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { recordsOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const values = recordsOf(successes(judgements)).flatMap((record) => Object.values(record));
    return confirmedBy(values.filter((value) => value === '').length, 'an empty string where one may stand');
  },
};
