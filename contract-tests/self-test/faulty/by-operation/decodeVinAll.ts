import { errorBody } from '@vehicle-lookup/contract';
import { edit, instead, remove, set, swap, text } from '../../changes.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
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
      change: instead([200], (_, { correctReplyTo: correctResponseTo }) =>
        correctResponseTo((query) => query.delete('allCars')),
      ),
    },
    'whole-vins-only': {
      says: 'refuses a VIN that is not whole',
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
      says: 'lists all matches in another order than the first match has it',
      code: 'first-match',
      change: edit('/data', (vehicles) => vehicles.toReversed()),
    },
    'first-match-only': {
      says: 'lists the first match alone where there are more',
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
};
