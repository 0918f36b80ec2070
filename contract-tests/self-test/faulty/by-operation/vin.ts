import { errorBody } from '@vehicle-lookup/contract';
import { type AnyBody, edit, instead, remove, set, success, swap, text } from '../../changes.ts';
import { example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

const NUMBERS = ['cubicCapacityCcm', 'powerHpFrom', 'cylinder'];

/** By operationId. */
export const faults: Readonly<Record<string, OperationFaults>> = {
  decodeVin: {
    schema: {
      'numbers-as-text': {
        says: 'sends numbers as text, as its database gives them',
        code: 'schema',
        change: edit('/data', (vehicle) => ({
          ...vehicle,
          ...Object.fromEntries(NUMBERS.map((name) => [name, String(vehicle[name])])),
        })),
      },
      'list-of-one-vehicle': {
        says: 'sends a list where the first vehicle belongs',
        code: 'schema',
        clause: 'endpoints.decodeVin',
        change: edit('/data', (vehicle) => [vehicle]),
      },
      'vehicle-under-another-name': {
        says: 'sends the vehicle as vehicle, not as data',
        code: 'schema',
        clause: 'envelope.data',
        change: success(({ data, ...envelope }) => ({ ...envelope, vehicle: data })),
      },
      'simplified-vehicle-without-a-make': {
        says: 'leaves out the make in the simplified envelope',
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
        says: 'has start and end of production the wrong way round',
        code: 'meaning',
        change: swap('/data', 'year', 'yearEnd'),
      },
    },
  },
  decodeVinAll: {
    schema: {
      'carId-beyond-precision': {
        says: 'sends a carId that readers of JSON cannot keep exactly',
        code: 'carId-positive',
        change: text((json) => json.replace('"carId":25591', '"carId":9007199254740993')),
      },
      'missing-field-in-the-last-record': {
        says: 'leaves out a field of the last vehicle only',
        code: 'schema',
        clause: 'vehicle.no-value',
        change: remove('/data/-1/valves'),
      },
      'null-for-an-empty-number': {
        says: 'sends null for a number that has no value',
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
        says: 'answers allCars as if it were not there',
        code: 'schema',
        change: instead([200], (_, { correctResponseTo }) => correctResponseTo((query) => query.delete('allCars'))),
      },
      'whole-vins-only': {
        says: 'rejects a VIN that is not whole',
        code: 'partial-vin',
        change: instead([200], (correct, { query }) =>
          query.get('vin')?.length === 17 ? correct : { ...correct, status: 400, body: errorBody('Send a whole VIN.') },
        ),
      },
    },
    meaning: {
      'first-match-not-among-all': {
        says: 'leaves the first match out of all matches',
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
        unseen: 'how many vehicles match a VIN, only the service knows',
        change: edit('/data', ([first]) => [first]),
      },
      'one-vehicle-twice': {
        says: 'lists a match twice',
        code: 'meaning',
        change: edit('/data', (vehicles) => [...vehicles, vehicles[0]]),
      },
      'production-of-one-match-reversed': {
        says: 'has start and end of production the wrong way round in one of several matches',
        code: 'meaning',
        change: swap('/data/2', 'year', 'yearEnd'),
      },
    },
  },
  getEngines: {
    wire: {
      'not-a-number': {
        says: 'writes NaN for a number that it does not know',
        code: 'not-json',
        change: text((json) => json.replace('"kiloWatts":81', '"kiloWatts":NaN')),
      },
      'unpaired-surrogate': {
        says: 'cuts a text within a character, so that half of a surrogate pair is left',
        code: 'unpaired-surrogate',
        change: set('/data/0/Description', '2.0 TDI \ud83d'),
      },
    },
    schema: {
      'attributes-as-object': {
        says: 'sends the attributes of an engine as an object, so that of equal names one is left',
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
        says: 'leaves Until out where production goes on',
        code: 'fields-present',
        change: edit('/data/*/Until', (month) => month || undefined),
      },
      'unit-in-a-number': {
        says: 'writes the unit behind a number',
        code: 'schema',
        change: edit('/data/*/kiloWatts', (power) => `${power} kW`),
      },
    },
    selector: {
      'engines-as-decode': {
        says: 'answers getEngines as a decode',
        code: 'schema',
        change: instead([200], (_, { correctResponseTo }) => correctResponseTo((query) => query.delete('getEngines'))),
      },
      'engines-of-whole-vins-only': {
        says: 'finds no engines for a VIN that is not whole',
        code: 'partial-vin',
        change: instead([200], (correct, { query }) =>
          query.get('vin')?.length === 17 ? correct : { ...correct, status: 404, body: errorBody('Nothing found.') },
        ),
      },
    },
    meaning: {
      'engine-ends-before-it-starts': {
        says: 'has From and Until of an engine the wrong way round',
        code: 'meaning',
        change: swap('/data/2', 'From', 'Until'),
      },
    },
  },
};
