import { edit, success, swap } from '../../changes.ts';
import { example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

const NUMBERS = ['cubicCapacityCcm', 'powerHpFrom', 'cylinder'];

export const faults: OperationFaults = {
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
};
