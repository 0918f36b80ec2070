import { errorBody } from '@vehicle-lookup/contract';
import { type AnyBody, edit, instead, remove, set, success, swap, text } from '../../changes.ts';
import { example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

const NUMBERS = ['cubicCapacityCcm', 'powerHpFrom', 'cylinder'];

/** The faults in single operations, by operationId. */
export const faults: Readonly<Record<string, OperationFaults>> = {
  decodeVin: {
    schema: {
      'numbers-as-text': {
        says: 'sends numbers as strings, as returned by its database',
        code: 'schema',
        change: edit('/data', (vehicle) => ({
          ...vehicle,
          ...Object.fromEntries(NUMBERS.map((name) => [name, String(vehicle[name])])),
        })),
      },
      'list-of-one-vehicle': {
        says: 'sends a list instead of the first vehicle',
        code: 'schema',
        clause: 'endpoints.decodeVin',
        change: edit('/data', (vehicle) => [vehicle]),
      },
      'vehicle-under-another-name': {
        says: 'sends the vehicle in the field vehicle instead of data',
        code: 'schema',
        clause: 'envelope.data',
        change: success(({ data, ...envelope }) => ({ ...envelope, vehicle: data })),
      },
      'simplified-vehicle-without-a-make': {
        says: 'omits the make in the simplified envelope',
        code: 'schema',
        clause: 'vehicle.no-value',
        change: success(() => {
          const body = example('decodeVin', 'simplified');
          delete body.data.make;
          return body;
        }),
      },
    },
    meaning: {
      'production-ends-before-it-starts': {
        says: 'swaps the start and the end of production',
        code: 'meaning',
        change: swap('/data', 'year', 'yearEnd'),
      },
    },
  },
  decodeVinAll: {
    schema: {
      'carId-beyond-precision': {
        says: 'sends a carId that JSON parsers cannot represent exactly',
        code: 'carId-positive',
        change: text((json) => json.replace('"carId":25591', '"carId":9007199254740993')),
      },
      'missing-field-in-the-last-record': {
        says: 'omits a field only in the last vehicle',
        code: 'schema',
        clause: 'vehicle.no-value',
        change: remove('/data/-1/valves'),
      },
      'null-for-an-empty-number': {
        says: 'sends null for a number without a value',
        code: 'schema',
        change: edit('/data/*/kwPowerTo', (power) => (power === '' ? null : power)),
      },
      'vehicle-without-a-carId': {
        says: 'sends an empty carId',
        code: 'empty-values',
        change: set('/data/2/carId', ''),
      },
      'year-as-number': {
        says: 'sends years as numbers',
        code: 'schema',
        change: edit('/data/*/year', Number),
      },
    },
    selector: {
      'all-matches-not-implemented': {
        says: 'ignores allCars',
        code: 'schema',
        change: instead([200], (_, { correctResponseTo }) => correctResponseTo((query) => query.delete('allCars'))),
      },
      'whole-vins-only': {
        says: 'rejects a partial VIN',
        code: 'partial-vin',
        change: instead([200], (correct, { query }) =>
          query.get('vin')?.length === 17 ? correct : { ...correct, status: 400, body: errorBody('Send a whole VIN.') },
        ),
      },
    },
    meaning: {
      'first-match-not-among-all': {
        says: 'omits the first match from the list of all matches',
        code: 'meaning',
        change: edit('/data', ([, ...others]) => others),
      },
      'first-match-not-first': {
        says: 'lists all matches in an order that does not start with the first match',
        code: 'first-match',
        change: edit('/data', (vehicles) => vehicles.toReversed()),
      },
      'first-match-only': {
        says: 'lists only the first match of several',
        unseen: 'only the service can determine how many vehicles match a VIN',
        change: edit('/data', ([first]) => [first]),
      },
      'one-vehicle-twice': {
        says: 'lists a match twice',
        code: 'meaning',
        change: edit('/data', (vehicles) => [...vehicles, vehicles[0]]),
      },
      'production-of-one-match-reversed': {
        says: 'swaps the start and the end of production in one of several matches',
        code: 'meaning',
        change: swap('/data/2', 'year', 'yearEnd'),
      },
    },
  },
  getEngines: {
    wire: {
      'not-a-number': {
        says: 'writes NaN for an unknown number',
        code: 'not-json',
        change: text((json) => json.replace('"kiloWatts":81', '"kiloWatts":NaN')),
      },
      'unpaired-surrogate': {
        says: 'truncates a string within a surrogate pair',
        code: 'unpaired-surrogate',
        change: set('/data/0/Description', '2.0 TDI \ud83d'),
      },
    },
    schema: {
      'attributes-as-object': {
        says: 'sends engine attributes as an object, which loses repeated names',
        code: 'schema',
        change: edit('/data/0/EngineDetails/EngineAttributes', (attributes) =>
          Object.fromEntries(attributes.map(({ Name, Value }: AnyBody) => [Name, Value])),
        ),
      },
      'details-as-text': {
        says: 'sends an object as JSON in a string',
        code: 'schema',
        change: edit('/data/*/EngineDetails', (details) => JSON.stringify(details)),
      },
      'fraction-for-an-integer': {
        says: 'sends a power with a fraction',
        code: 'schema',
        change: set('/data/0/kiloWatts', 102.97),
      },
      'month-before-year': {
        says: 'writes the month before the year',
        code: 'schema',
        change: edit('/data/*/From', (month) => month.split('-').reverse().join('.')),
      },
      'no-until': {
        says: 'omits Until if production continues',
        code: 'fields-present',
        change: edit('/data/*/Until', (month) => month || undefined),
      },
      'unit-in-a-number': {
        says: 'writes the unit after a number',
        code: 'schema',
        change: edit('/data/*/kiloWatts', (power) => `${power} kW`),
      },
    },
    selector: {
      'engines-as-decode': {
        says: 'handles getEngines as decodeVin',
        code: 'schema',
        change: instead([200], (_, { correctResponseTo }) => correctResponseTo((query) => query.delete('getEngines'))),
      },
      'engines-of-whole-vins-only': {
        says: 'finds no engines for a partial VIN',
        code: 'partial-vin',
        change: instead([200], (correct, { query }) =>
          query.get('vin')?.length === 17 ? correct : { ...correct, status: 404, body: errorBody('Nothing found.') },
        ),
      },
    },
    meaning: {
      'engine-ends-before-it-starts': {
        says: 'swaps From and Until of an engine',
        code: 'meaning',
        change: swap('/data/2', 'From', 'Until'),
      },
    },
  },
};
