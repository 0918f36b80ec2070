import type { Check } from '../src/judge/case.ts';
import { records } from '../src/judge/records.ts';
import { vehicleChecks } from './shared/vehicle.ts';

const askedVehicle: Check = {
  clause: 'endpoints.getVehicle',
  expected: 'the vehicle of the carId that was asked for',
  breach: ({ parameters, body }) =>
    records(body).every(({ carId }) => String(carId) === parameters.carId) ? undefined : 'a vehicle with another carId',
};

/** The simplified decode writes names in capitals. */
const differs = (text: unknown, other: unknown): boolean =>
  Boolean(text && other) && String(text).toLowerCase() !== String(other).toLowerCase();

/** "A carId comes from an earlier decode": both give one vehicle record, in any envelope. */
const decodedVehicle: Check = {
  clause: 'service.5b',
  expected: 'the make and the model that a decode gives the same carId',
  breach: ({ body }, earlier) => {
    const [decoded] = records(earlier('decodeVin')?.body);
    const wrong = records(body).some(
      ({ carId, make, model }) =>
        String(carId) === String(decoded?.carId) && (differs(make, decoded?.make) || differs(model, decoded?.model)),
    );
    return wrong ? 'another make or model' : undefined;
  },
};

export const checks: Check[] = [askedVehicle, decodedVehicle, ...vehicleChecks];
