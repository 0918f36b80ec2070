import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const values = recordsOf(successes(judgements)).flatMap((record) => Object.values(record));
    return confirmedBy(values.filter((value) => value === '').length, 'an empty string where one may stand');
  },
};
