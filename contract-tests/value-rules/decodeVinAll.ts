import { distinct, records, type ValueRule } from '../src/judge/value-rule.ts';
import type { Yields } from '../src/plan/order.ts';
import { vehicleRecordRules } from './getVehicle.ts';

export const yields: Yields = { carId: 'carId' };

/** "Every possible match for the VIN": the first result is one of them. */
const firstResult: ValueRule = {
  clause: 'endpoints.decodeVinAll',
  expected: 'a list that holds the first result for the same VIN',
  breach: ({ parameters, body }, earlier) => {
    const first = earlier('decodeVin');
    if (!first || first.parameters.vin !== parameters.vin) return undefined;
    const [wanted] = records(first.body).map(({ carId }) => String(carId));
    return records(body).some(({ carId }) => String(carId) === wanted)
      ? undefined
      : `a list without the carId ${wanted}`;
  },
};

// "Every possible match": a vehicle matches once.
export const rules: ValueRule[] = [distinct('carId', 'endpoints.decodeVinAll'), firstResult, ...vehicleRecordRules];
