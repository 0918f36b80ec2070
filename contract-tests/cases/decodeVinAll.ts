import type { Check } from '../src/judge/case.ts';
import { records } from '../src/judge/records.ts';
import { distinct } from './shared/distinct.ts';
import { vehicleChecks } from './shared/vehicle.ts';

/** "Every possible match for the VIN": the first result is one of them. */
const firstResult: Check = {
  clause: 'endpoints.decodeVinAll',
  expected: 'a list that holds the first result for the same VIN',
  breach: ({ parameters, body }, earlier) => {
    const first = earlier('decodeVin');
    if (!first || first.parameters.vin !== parameters.vin) return undefined;
    const [wanted] = records(first.body).map(({ carId }) => String(carId));
    return records(body).some(({ carId }) => String(carId) === wanted) ? undefined : 'a list without it';
  },
};

// "Every possible match": a vehicle matches once.
export const checks: Check[] = [distinct('carId', 'endpoints.decodeVinAll'), firstResult, ...vehicleChecks];
