import { errorBody } from '@vehicle-lookup/contract';
import { edit, instead, remove, set, swap } from '../../changes.ts';
import type { OperationFaults, ServiceResponse } from '../../service.ts';

export const faults: OperationFaults = {
  schema: {
    'decimal-comma-in-a-number': {
      says: 'sends litres as text with a decimal comma',
      code: 'schema',
      change: set('/data/cubicCapacityLiters', '2,0'),
    },
    'missing-field': {
      says: 'leaves out a field of a vehicle',
      code: 'schema',
      clause: 'vehicle.no-value',
      change: remove('/data/hmdMfrModelName'),
    },
  },
  meaning: {
    'another-vehicle': {
      says: 'answers the vehicle next to the one that was asked for',
      code: 'meaning',
      change: edit('/data/carId', (carId) => carId + 1),
    },
    'refuses-a-decoded-vehicle': {
      says: 'answers 404 to the carId that a decode gave',
      code: 'own-value-refused',
      change: instead([200], (correct) => ({ ...correct, status: 404, body: errorBody('Nothing was found.') })),
    },
    'last-answer-again': {
      says: 'answers with the last vehicle that it looked up, whatever the carId',
      profile: 'deep',
      code: 'not-found',
      change: (correct, { memory }) => {
        if (correct.status === 200) memory.set('vehicle', correct);
        return correct.status === 404 ? ((memory.get('vehicle') as ServiceResponse | undefined) ?? correct) : correct;
      },
    },
    'litres-in-cubic-centimetres': {
      says: 'sends litres in cubic centimetres',
      code: 'field-meanings',
      change: edit('/data', (vehicle) => ({ ...vehicle, cubicCapacityLiters: vehicle.cubicCapacityCcm })),
    },
    'production-reversed-by-lookup': {
      says: 'has start and end of production the wrong way round in lookups',
      code: 'meaning',
      change: swap('/data', 'year', 'yearEnd'),
    },
    'two-records-of-one-vehicle': {
      says: 'knows one carId as another model by lookup than by decode',
      code: 'meaning',
      change: edit('/data', (vehicle) => ({ ...vehicle, make: 'Audi', model: 'A3' })),
    },
  },
};
