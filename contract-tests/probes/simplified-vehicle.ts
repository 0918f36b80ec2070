import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { successes } from './shared/bodies.ts';
import { confirmedBy } from './shared/results.ts';

const DECODES = ['decodeVin', 'decodeVinAll'];

export const probe: AssumptionProbe = {
  owns: ({ operation, status, envelope, pointer }) =>
    status === '200' && envelope === 'simplified' && DECODES.includes(operation) && pointer.startsWith('/data/'),
  judge: (seen) => {
    const simplified = successes(seen, DECODES).filter(({ envelope }) => envelope === 'simplified');
    return confirmedBy(simplified.length, 'a vehicle in the simplified envelope');
  },
};
