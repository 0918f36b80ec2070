import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { recordsOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const vehicles = recordsOf(successes(judgements, ['decodeVin', 'decodeVinAll', 'getVehicle']));
    return confirmedBy(vehicles.filter(({ vin }) => typeof vin === 'string').length, 'a vehicle whose vin is a string');
  },
};
