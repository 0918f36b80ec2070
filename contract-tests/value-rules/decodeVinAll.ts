import { recordPointer, records } from '../src/checks/records.ts';
import { distinct, type ValueRule } from '../src/judge/value-rule.ts';
import type { Yields } from '../src/plan/order.ts';
import { vehicleRecordRules } from './getVehicle.ts';

export const yields: Yields = { carId: 'carId' };

const MOST_SHOWN = 5;

/** "Every possible match for the VIN": the first result is one of them. */
const firstResult: ValueRule = {
  title: 'The first result of the VIN is not among all its results',
  clause: 'endpoints.decodeVinAll',
  expected: 'a list that holds the first result for the same VIN',
  mismatch: ({ parameters, body }, earlier) => {
    const first = earlier('decodeVin');
    if (!first || first.parameters.vin !== parameters.vin) return undefined;
    const [wanted] = records(first.body).map(({ carId }) => String(carId));
    const all = records(body).map(({ carId }) => String(carId));
    if (all.some((carId) => carId === wanted)) return undefined;
    return {
      got: `a list without the carId ${wanted}`,
      evidence: `the carIds ${all.slice(0, MOST_SHOWN).join(', ')}${all.length > MOST_SHOWN ? ' …' : ''}; decodeVin of the same VIN: ${recordPointer(first.body, 0)}/carId ${wanted}`,
      next: 'Either the list leaves its first match out (an index that begins at 1, a filter on what was found), or the two operations search different data.',
      comparedWith: 'decodeVin',
    };
  },
};

// "Every possible match": a vehicle matches once.
export const rules: ValueRule[] = [distinct('carId', 'endpoints.decodeVinAll'), firstResult, ...vehicleRecordRules];
