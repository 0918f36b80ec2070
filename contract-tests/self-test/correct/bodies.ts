import { inlined } from '@vehicle-lookup/openapi';
import { contractDocument } from '../../src/plan/document.ts';
import { eachRecord, edit, set, success } from '../changes.ts';
import { example } from '../correct-service.ts';
import type { CorrectServices } from '../service.ts';

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const document = contractDocument();
const schemas = document.components?.schemas as Record<string, unknown>;

/** Empties all fields of a record but those that must hold a text, and these. */
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
    says: 'answers the fluids as a bare list',
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
    says: 'answers with the examples of the document',
    change: (correct) => correct,
  },
  'empty-fluids': {
    says: 'sends fluids of which every other field is empty',
    operations: ['getFluids'],
    change: eachRecord((fluid) => emptied(fluid, 'Fluid', ['ItemMPText'])),
  },
  'empty-lists': {
    says: 'knows no fluids and no parts of a vehicle',
    operations: ['getFluids', 'getOemParts'],
    incomplete: 'what the elements are was not seen',
    change: set('/data', []),
  },
  'empty-values': {
    says: 'knows of a vehicle no more than it has to',
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
    says: 'lists brands in an order other than by slug',
    operations: ['listBrands'],
    change: edit('/data', (brands) => brands.toReversed()),
  },
  'other-timestamp': {
    says: 'writes fractions of a second, and the offset of another zone',
    change: success((body) => {
      body.timestamp = new Date(Date.now() + 19_800_000).toISOString().replace('Z', '123+05:30');
    }),
  },
  'other-version': {
    says: 'is of another version',
    change: set('/api_version', '2.1-beta'),
  },
  'simplified-envelope': {
    says: 'answers in the simplified envelope, where the samples show it',
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
    says: 'repeats the VIN in the records of a decode',
    operations: ['decodeVin', 'decodeVinAll'],
    change: eachRecord((vehicle, { query }) => {
      vehicle.vin = query.get('vin');
    }),
  },
};
