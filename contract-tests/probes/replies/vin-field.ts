import {
  type AssumptionProbe,
  confirmedBy,
  recordsOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const vehicles = recordsOf(successes(judgements, ['decodeVin', 'decodeVinAll', 'getVehicle']));
    return confirmedBy(vehicles.filter(({ vin }) => typeof vin === 'string').length, 'a vehicle whose vin is a string');
  },
};
