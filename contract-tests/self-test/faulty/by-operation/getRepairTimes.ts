import { edit, instead, set } from '../../changes.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
  schema: {
    'one-repair-time-alone': {
      says: 'sends one repair time where a list belongs',
      code: 'schema',
      clause: 'endpoints.getRepairTimes',
      change: edit('/data', ([time]) => time),
    },
    'bare-decimal-point': {
      says: 'writes fractions of an hour without the zero',
      code: 'decimal-text',
      change: set('/data/0/hours', '.4'),
    },
    'hours-and-minutes': {
      says: 'writes hours as hours and minutes',
      code: 'schema',
      change: set('/data/1/hours', '3:24'),
    },
    'hours-as-number': {
      says: 'sends hours as numbers',
      code: 'schema',
      change: edit('/data/*/hours', (hours) => Number(hours.replace(',', '.'))),
    },
  },
  selector: {
    'selector-misspelt': {
      says: 'knows a selector under another name only',
      code: 'status',
      change: instead([200], (_, { correctReplyTo: correctResponseTo }) =>
        correctResponseTo((query) => query.set('timerepair', '1')),
      ),
    },
  },
};
