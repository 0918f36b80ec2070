import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

const DECODES = ['decodeVin', 'decodeVinAll'];

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const simplified = successes(judgements, DECODES).filter(({ envelope }) => envelope === 'simplified');
    return confirmedBy(simplified.length, 'a vehicle in the simplified envelope');
  },
};
