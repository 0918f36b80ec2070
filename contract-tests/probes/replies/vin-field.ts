import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const vehicles = recordsOf(successes(judgements, ['decodeVin', 'decodeVinAll', 'getVehicle']));
    return confirmedBy(vehicles.filter(({ vin }) => typeof vin === 'string').length, 'a vehicle whose vin is a string');
  },
};
