import { eachRecord, edit, lenient, set, success, text } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
  wire: {
    'repeated-member-in-last-record': {
      says: 'writes a member of the last record twice, once in escapes',
      code: 'repeated-member',
      change: text((json) => json.replace(/\}\]\}$/, String.raw`,"Value\u0054ext":"4,3"}]}`)),
    },
    'unescaped-line-break': {
      says: 'writes a line break into a string as it is',
      code: 'not-json',
      change: text((json) => json.replace('Change every', 'Change\nevery')),
    },
  },
  schema: {
    'another-envelope-of-a-mock': {
      says: 'is a mock that answers the example of another name',
      target: 'mock',
      code: 'envelope',
      change: success(() => example('getFluids')),
    },
    'one-fluid-alone': {
      says: 'sends one fluid where a list belongs',
      code: 'schema',
      clause: 'endpoints.getFluids',
      change: edit('/data', ([fluid]) => fluid),
    },
    'null-in-a-fluid': {
      says: 'sends null for an empty field of a fluid',
      code: 'schema',
      change: edit('/data/*/AddTextStr', (note) => note || null),
    },
  },
  selector: {
    'carId-not-looked-at': {
      says: 'answers the same fluids for every carId',
      profile: 'deep',
      code: 'not-found',
      change: lenient([404], (query) => query.set('carId', documented.carId ?? '')),
    },
  },
  meaning: {
    'empty-for-a-known-vehicle': {
      says: 'has lost the fluids of a vehicle',
      incomplete: 'an empty list may be right',
      change: set('/data', []),
    },
    'unit-of-a-code': {
      says: 'sends a unit with the code of a specification',
      code: 'meaning',
      clause: 'fluid.ADQuantityTextStr',
      change: eachRecord((fluid) => {
        if (fluid.ADQuantityTextStr === '') fluid.ADQuantityTextStr = 'l';
      }),
    },
    'range-from-high-to-low': {
      says: 'has the ends of a range the wrong way round',
      code: 'meaning',
      change: set('/data/-1/ValueText', '550 - 500'),
    },
  },
};
