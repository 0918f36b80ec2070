import { inlined } from '@vehicle-lookup/openapi';
import { contractDocument } from '../../src/plan/document.ts';
import { eachRecord, edit, set, success } from '../changes.ts';
import { example } from '../correct-service.ts';
import type { CorrectServices } from '../service.ts';

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const document = contractDocument();
const schemas = document.components?.schemas as Record<string, unknown>;

/** Empties all fields of a record, except fields that must not be empty and the given fields. */
function emptied(record: Record<string, unknown>, schema: string, kept: readonly string[]): void {
  const { properties } = inlined<{ properties: Record<string, { minLength?: number }> }>(document, schemas[schema]);
  for (const name of Object.keys(record)) {
    if (!kept.includes(name) && !properties[name]?.minLength) record[name] = '';
  }
}

export const services: CorrectServices = {
  'additional-fields': {
    says: 'sends fields and headers of its own, in every object',
    change: success((body) =>
      JSON.parse(JSON.stringify(body), (_, value) => (isObject(value) ? { ...value, trace: 'a1', notes: [] } : value)),
    ),
  },
  'bare-fluids': {
    says: 'returns the fluids as a bare list',
    operations: ['getFluids'],
    change: success(({ data }) => data),
  },
  'clock-fifty-minutes-late': {
    says: 'has a clock that is fifty minutes late',
    reports: ['clock-skew'],
    change: success((body) => {
      body.timestamp = new Date(Date.now() - 3_000_000).toISOString().replace(/\.\d+Z$/, '+00:00');
    }),
  },
  'documented-examples': {
    says: 'returns the examples of the document',
    change: (correct) => correct,
  },
  'empty-fluids': {
    says: 'sends fluids with only one non-empty field',
    operations: ['getFluids'],
    change: eachRecord((fluid) => emptied(fluid, 'Fluid', ['ItemMPText'])),
  },
  'empty-lists': {
    says: 'has no fluids and no parts for a vehicle',
    operations: ['getFluids', 'getOemParts'],
    incomplete: 'the elements were not observed',
    change: set('/data', []),
  },
  'empty-values': {
    says: 'has only the required data for a vehicle',
    operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
    change: eachRecord((vehicle) => emptied(vehicle, 'Vehicle', ['carId', 'make', 'model'])),
  },
  'numbers-in-the-simplified-envelope': {
    says: 'sends numbers as numbers in the simplified envelope',
    operations: ['decodeVin'],
    change: success(({ data: { carId, make, model, powerHpFrom } }) => ({
      success: true,
      data: { carId, make, model, powerHpFrom },
    })),
  },
  'other-order': {
    says: 'does not sort brands by slug',
    operations: ['listBrands'],
    change: edit('/data', (brands) => brands.toReversed()),
  },
  'other-timestamp': {
    says: 'writes fractions of a second and the offset of another time zone',
    change: success((body) => {
      body.timestamp = new Date(Date.now() + 19_800_000).toISOString().replace('Z', '123+05:30');
    }),
  },
  'other-version': {
    says: 'has a different api_version',
    change: set('/api_version', '2.1-beta'),
  },
  'simplified-envelope': {
    says: 'uses the simplified envelope in the operations whose samples show it',
    change: success((body, { operation }) =>
      ['decodeVin', 'decodeVinAll', 'getFluids'].includes(operation) ? example(operation, 'simplified') : body,
    ),
  },
  'single-elements': {
    says: 'has lists of one element',
    change: edit('/data', (data) =>
      Array.isArray(data) ? [data.find(({ slug }) => ['volkswagen', 'golf-vi'].includes(slug)) ?? data[0]] : data,
    ),
  },
  'vin-filled': {
    says: 'repeats the VIN in decoded vehicles',
    operations: ['decodeVin', 'decodeVinAll'],
    change: eachRecord((vehicle, { query }) => {
      vehicle.vin = query.get('vin');
    }),
  },
};
