import { errorBody } from '@vehicle-lookup/contract';
import { edit, instead, remove, set, success } from '../../changes.ts';
import { example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
  schema: {
    'missing-field-of-a-part': {
      says: 'leaves out a field of one part deep in a list',
      code: 'fields-present',
      change: remove('/data/-1/parts/0/manufacturer'),
    },
    'part-number-as-number': {
      says: 'sends an OE number of digits as a number',
      code: 'schema',
      change: set('/data/0/parts/0/oe_number', 3115562),
    },
    'single-part-not-in-a-list': {
      says: 'sends a single part without its list, as XML had it',
      code: 'schema',
      change: edit('/data/*/parts', (parts) => (parts.length === 1 ? parts[0] : parts)),
    },
  },
  selector: {
    'parts-as-repair-times': {
      says: 'answers the parts with the repair times',
      code: 'schema',
      change: success(() => example('getRepairTimes')),
    },
  },
  meaning: {
    'nothing-known-as-not-found': {
      says: 'answers 404 for a vehicle without parts',
      code: 'no-entries',
      change: instead([200], (correct) => ({ ...correct, status: 404, body: errorBody('There are no parts.') })),
    },
    'parts-of-another-vehicle': {
      says: 'answers the parts of another vehicle',
      unseen: 'parts do not say to which vehicle they belong',
      change: edit('/data/*/parts/*/oe_number', (number) => number.replace(/\d/g, '7')),
    },
  },
};
