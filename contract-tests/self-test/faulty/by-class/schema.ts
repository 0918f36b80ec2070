import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { contractDocument } from '../../../src/plan/document.ts';
import { eachRecord, edit, failure, instead, remove, set, success } from '../../changes.ts';
import type { FaultyServices } from '../../service.ts';

/** Locations of schema objects in the documented examples: an operation, and a JSON Pointer for `edit`. */
const OBJECTS: Readonly<Record<string, readonly [operation: string, pointer: string]>> = {
  Vehicle: ['getVehicle', '/data'],
  OemPartGroup: ['getOemParts', '/data/*'],
  RepairTime: ['getRepairTimes', '/data/*'],
  CatalogueEntry: ['listBrands', '/data/*'],
  Variant: ['listVariants', '/data/*'],
  Engine: ['getEngines', '/data/*'],
};

const FIELD = /^#\/components\/schemas\/(\w+)\/properties\/(\w+)$/;

/** Services that send a field as a boolean, one for every clause about a record field. */
const fieldFaults: FaultyServices = Object.fromEntries(
  [...readClauses(contractDocument())].flatMap(([clause, { places }]) =>
    places.flatMap((place) => {
      const [, schema = '', field = ''] = FIELD.exec(place) ?? [];
      const object = OBJECTS[schema];
      if (!object) return [];
      const [operation, pointer] = object;
      const fault = {
        says: `sends ${field} as a boolean (${operation})`,
        operations: [operation],
        code: 'schema',
        clause,
        change: set(`${pointer}/${field}`, true),
      };
      return [[`${clause}-as-a-boolean`, fault]];
    }),
  ),
);

export const faults: FaultyServices = {
  ...fieldFaults,
  'api-version-as-number': {
    says: 'sends api_version as a number',
    code: 'schema',
    change: set('/api_version', 2),
  },
  'bare-list': {
    says: 'sends a bare list instead of the envelope in the samples',
    operations: ['listBrands', 'listModels'],
    code: 'schema',
    change: success(({ data }) => data),
  },
  'body-as-text': {
    says: 'encodes the whole body as JSON twice',
    operations: ['listVariants'],
    code: 'schema',
    change: success((body) => JSON.stringify(JSON.stringify(body))),
  },
  'carId-as-text': {
    says: 'sends the carId as a string in the full envelope',
    operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
    code: 'schema',
    change: eachRecord((vehicle) => {
      vehicle.carId = String(vehicle.carId);
    }),
  },
  'error-as-list': {
    says: 'sends a list of errors',
    code: 'error-body',
    change: failure(({ message }) => [{ message }]),
  },
  'error-as-object': {
    says: 'sends the message of an error as an object',
    code: 'error-body',
    change: failure(({ message }) => ({ success: false, message: { code: 17, text: message } })),
  },
  'error-key': {
    says: 'sends the error message in another field',
    code: 'error-body',
    change: failure(({ message }) => ({ success: false, error: message })),
  },
  'error-that-succeeds': {
    says: 'sends success true with an error',
    code: 'error-body',
    change: failure((body) => ({ ...body, success: true })),
  },
  'framework-rejection': {
    says: 'rejects credentials with the error body of its framework',
    code: 'error-body',
    change: instead([401], (correct) => ({ ...correct, body: { statusCode: 401, error: 'Unauthorized' } })),
  },
  'list-as-object': {
    says: 'sends a list as an object with numeric names',
    operations: ['listModels'],
    code: 'schema',
    change: edit('/data', (list) => ({ ...list })),
  },
  'half-of-an-envelope': {
    says: 'sends a timestamp without an api_version although a sample omits both',
    operations: ['getFluids', 'decodeVin', 'decodeVinAll'],
    code: 'envelopes',
    change: remove('/api_version'),
  },
  'list-for-a-record': {
    says: 'sends one vehicle as a list',
    operations: ['getVehicle'],
    code: 'schema',
    change: edit('/data', (record) => [record]),
  },
  'no-api-version': {
    says: 'sends a timestamp without an api_version',
    operations: ['getOemParts'],
    code: 'schema',
    clause: 'versioning.1',
    change: remove('/api_version'),
  },
  'no-success': {
    says: 'omits success',
    operations: ['listVariants'],
    code: 'schema',
    change: remove('/success'),
  },
  'no-timestamp': {
    says: 'sends an api_version without a timestamp',
    operations: ['getFluids', 'listModels'],
    code: 'schema',
    change: remove('/timestamp'),
  },
  'null-for-a-list': {
    says: 'sends null for a list',
    operations: ['listVariants'],
    code: 'schema',
    change: set('/data', null),
  },
  'null-for-an-empty-text': {
    says: 'sends null for a vehicle field without a value',
    operations: ['decodeVin', 'getVehicle'],
    code: 'schema',
    change: set('/data/tonnage', null),
  },
  'paged-list': {
    says: 'wraps the list in a page object',
    operations: ['listBrands'],
    code: 'schema',
    change: edit('/data', (items) => ({ items, page: 1, pages: 1 })),
  },
  'record-for-a-list': {
    says: 'sends the record itself instead of a list with one record',
    operations: ['decodeVinAll'],
    code: 'schema',
    change: edit('/data', ([first]) => first),
  },
  'renamed-field': {
    says: 'has renamed a field to another naming style',
    operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
    code: 'schema',
    clause: 'vehicle.no-value',
    change: eachRecord((vehicle) => {
      vehicle.car_id = vehicle.carId;
      delete vehicle.carId;
    }),
  },
  'simplified-everywhere': {
    says: 'uses the simplified envelope in an operation that does not have it',
    operations: ['getRepairTimes'],
    code: 'schema',
    change: success(({ success: isSuccess, data }) => ({ success: isSuccess, data })),
  },
  'success-as-number': {
    says: 'sends success as 1',
    code: 'schema',
    change: set('/success', 1),
  },
  'timestamp-as-number': {
    says: 'sends the timestamp as seconds since the epoch',
    operations: ['listBrands'],
    code: 'schema',
    change: edit('/timestamp', (timestamp) => Math.floor(Date.parse(timestamp) / 1000)),
  },
  'timestamp-in-utc': {
    says: 'ends the timestamp with Z',
    code: 'schema',
    change: edit('/timestamp', (timestamp) => timestamp.replace('+00:00', 'Z')),
  },
  'timestamp-of-no-day': {
    says: 'sends a timestamp with an impossible date',
    operations: ['listModels'],
    code: 'timestamp',
    change: set('/timestamp', '2025-02-30T12:00:00+00:00'),
  },
  'timestamp-with-a-blank': {
    says: 'writes a space between date and time',
    operations: ['getOemParts'],
    code: 'schema',
    change: edit('/timestamp', (timestamp) => timestamp.replace('T', ' ')),
  },
  'timestamp-without-colon': {
    says: 'writes the offset of the timestamp without a colon',
    operations: ['getRepairTimes'],
    code: 'timestamp',
    change: edit('/timestamp', (timestamp) => timestamp.replace('+00:00', '+0000')),
  },
  'timestamp-without-offset': {
    says: 'omits the offset of the timestamp',
    operations: ['getVehicle'],
    code: 'schema',
    change: edit('/timestamp', (timestamp) => timestamp.slice(0, 19)),
  },
};
