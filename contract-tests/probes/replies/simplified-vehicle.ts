import { type AssumptionProbe, confirmedBy, successes } from '../../src/judge/assumptions/assumption-probe.ts';

const DECODES = ['decodeVin', 'decodeVinAll'];

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const simplified = successes(judgements, DECODES).filter(({ envelope }) => envelope === 'simplified');
    return confirmedBy(simplified.length, 'a vehicle in the simplified envelope');
  },
};
