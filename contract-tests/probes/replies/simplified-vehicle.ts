import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

const DECODES = ['decodeVin', 'decodeVinAll'];

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const simplified = successes(judgements, DECODES).filter(({ envelope }) => envelope === 'simplified');
    return confirmedBy(simplified.length, 'a vehicle in the simplified envelope');
  },
};
