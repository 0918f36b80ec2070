import { records } from '../probes/shared/records.ts';
import type { Check } from '../src/case.ts';
import { productionYears } from './shared/production-years.ts';

const askedVehicle: Check = {
  expected: 'the vehicle of the carId that was asked for',
  breach: ({ parameters, body }) =>
    records(body).every(({ carId }) => String(carId) === parameters.carId) ? undefined : 'a vehicle with another carId',
};

export const checks: Check[] = [askedVehicle, productionYears];
