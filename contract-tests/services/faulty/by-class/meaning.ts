import { eachRecord, headers, instead, status, success } from '../../../src/self-test/changes.ts';
import { example } from '../../../src/self-test/correct-service.ts';
import type { Change, FaultyServices } from '../../../src/self-test/service.ts';

const emptyListForUnknown: Change = instead([404], (correct, { operation }) => ({
  ...correct,
  status: 200,
  body: { ...example(operation), data: [] },
}));

export const faults: FaultyServices = {
  'database-error': {
    says: 'repeats the error of its database where nothing is found',
    operations: ['getEngines'],
    code: 'internals-exposed',
    change: instead([404], (correct) => ({
      ...correct,
      body: { success: false, message: "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'engines'" },
    })),
  },
  'engines-of-another-car': {
    says: 'answers the engines of another car',
    operations: ['getEngines'],
    code: 'meaning',
    change: eachRecord((engine) => {
      engine.Brand = 'Toyota';
    }),
  },
  'failure-as-a-success': {
    says: 'answers a failure of its database with status 200',
    operations: ['getEngines'],
    code: 'failure-in-200',
    change: success(() => ({ success: false, message: 'The database does not answer.' })),
  },
  'kilowatts-as-horsepower': {
    says: 'has kilowatts and horsepower the wrong way round',
    operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
    code: 'meaning',
    change: eachRecord((vehicle) => {
      [vehicle.powerHpFrom, vehicle.kwPowerFrom] = [vehicle.kwPowerFrom, vehicle.powerHpFrom];
    }),
  },
  'stack-trace': {
    says: 'shows a stack trace where a parameter is missing',
    code: 'internals-exposed',
    change: instead([400], (correct) => ({
      ...correct,
      body: { success: false, message: 'TypeError: x is undefined\n    at lookup (/srv/app/lookup.js:17:4)' },
    })),
  },
  'nothing-charged': {
    says: 'never takes anything from the allowance that it tells',
    code: 'charging',
    change: headers(
      (_, correct): Record<string, string> =>
        correct.status === 200
          ? { ratelimit: '"allowance";r=900;t=2592000', 'ratelimit-policy': '"allowance";q=1000;w=2592000' }
          : {},
    ),
  },
  'nothing-found-as-a-success': {
    says: 'answers 200 with success false where nothing is found',
    code: 'status',
    change: status(404, 200),
  },
  'nothing-found-as-an-empty-list': {
    says: 'answers an unknown VIN with an empty list',
    operations: ['decodeVinAll', 'getEngines'],
    code: 'status',
    change: emptyListForUnknown,
  },
  'unknown-vehicle-without-parts': {
    says: 'answers an unknown carId with an empty list',
    operations: ['getOemParts', 'getRepairTimes'],
    code: 'not-found',
    change: emptyListForUnknown,
  },
};
