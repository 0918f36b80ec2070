import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { recordsOf, successes } from './shared/bodies.ts';
import { confirmedBy } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) => {
    const vehicles = recordsOf(successes(seen, ['decodeVin', 'decodeVinAll', 'getVehicle']));
    return confirmedBy(vehicles.filter(({ vin }) => typeof vin === 'string').length, 'a vehicle whose vin is a string');
  },
};
