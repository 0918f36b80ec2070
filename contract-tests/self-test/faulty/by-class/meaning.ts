import { eachRecord, headers, instead, lenient, status, success } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import type { FaultyServices, ResponseChange } from '../../service.ts';

const emptyListForUnknown: ResponseChange = instead([404], (correct, { operation }) => ({
  ...correct,
  status: 200,
  body: { ...example(operation), data: [] },
}));

const THREE_DAYS_S = 3 * 24 * 60 * 60;
const threeDaysAgo = (): Date => new Date(Date.now() - THREE_DAYS_S * 1000);

/** Faults that no clause covers, which are reported as warnings. */
const warnings: FaultyServices = {
  'one-page-of-brands': {
    says: 'sends one page of the brands with the URL of the next page',
    operations: ['listBrands'],
    code: 'paged-list',
    strict: true,
    change: success((body) => ({ ...body, page: 1, next: '/api/?brands=1&page=2' })),
  },
  'names-as-patterns': {
    says: 'interprets % as any brand and any model',
    code: 'wildcard',
    strict: true,
    change: lenient([404], (query) => {
      for (const [name, value] of query) if (value === '%') query.set(name, documented[name] ?? '');
    }),
  },
  'kept-for-days-by-age': {
    says: 'is behind a cache that stores responses for three days',
    code: 'stale-response',
    strict: true,
    change: headers(() => ({ age: String(THREE_DAYS_S) })),
  },
  'kept-for-days-by-date': {
    says: 'sends a Date header that is three days old',
    code: 'stale-response',
    strict: true,
    change: headers(() => ({ date: threeDaysAgo().toUTCString() })),
  },
  'kept-for-days-by-timestamp': {
    says: 'sends bodies that were generated three days ago',
    code: 'stale-response',
    strict: true,
    change: success((body) => ({
      ...body,
      timestamp: threeDaysAgo()
        .toISOString()
        .replace(/\.\d+Z$/, '+00:00'),
    })),
  },
};

export const faults: FaultyServices = {
  ...warnings,
  'database-error': {
    says: 'repeats a database error message if nothing is found',
    operations: ['getEngines'],
    profile: 'deep',
    code: 'internals-exposed',
    change: instead([404], (correct) => ({
      ...correct,
      body: { success: false, message: "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'engines'" },
    })),
  },
  'engines-of-another-car': {
    says: 'returns the engines of another car',
    operations: ['getEngines'],
    code: 'meaning',
    change: eachRecord((engine) => {
      engine.Brand = 'Toyota';
    }),
  },
  'failure-as-a-success': {
    says: 'reports a database failure with status 200',
    operations: ['getEngines'],
    code: 'schema',
    clause: 'envelope.success',
    change: success(() => ({ success: false, message: 'The database does not answer.' })),
  },
  'kilowatts-as-horsepower': {
    says: 'swaps kilowatts and horsepower',
    operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
    code: 'field-meanings',
    change: eachRecord((vehicle) => {
      [vehicle.powerHpFrom, vehicle.kwPowerFrom] = [vehicle.kwPowerFrom, vehicle.powerHpFrom];
    }),
  },
  'stack-trace': {
    says: 'shows a stack trace if a parameter is missing',
    code: 'internals-exposed',
    change: instead([400], (correct) => ({
      ...correct,
      body: { success: false, message: 'TypeError: x is undefined\n    at lookup (/srv/app/lookup.js:17:4)' },
    })),
  },
  'nothing-charged': {
    says: 'never decreases the stated allowance',
    code: 'charging',
    change: headers(
      (_, correct): Record<string, string> =>
        correct.status === 200
          ? { ratelimit: '"allowance";r=900;t=2592000', 'ratelimit-policy': '"allowance";q=1000;w=2592000' }
          : {},
    ),
  },
  'nothing-found-as-a-success': {
    says: 'returns 200 with success false if nothing is found',
    code: 'status',
    change: status(404, 200),
  },
  'nothing-found-as-an-empty-list': {
    says: 'returns an empty list for an unknown VIN',
    operations: ['decodeVinAll', 'getEngines'],
    profile: 'deep',
    code: 'status',
    change: emptyListForUnknown,
  },
  'unknown-vehicle-without-parts': {
    says: 'returns an empty list for an unknown carId',
    operations: ['getOemParts', 'getRepairTimes'],
    profile: 'deep',
    code: 'not-found',
    change: emptyListForUnknown,
  },
};
