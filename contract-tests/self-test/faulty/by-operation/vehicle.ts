import { errorBody } from '@vehicle-lookup/contract';
import { eachRecord, edit, instead, lenient, remove, set, success, swap, text, where } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import type { OperationFaults, ServiceResponse } from '../../service.ts';

/** By operationId. */
export const faults: Readonly<Record<string, OperationFaults>> = {
  getVehicle: {
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
      'loses-the-second-match': {
        says: 'answers 404 to the carId of a further match',
        profile: 'deep',
        code: 'own-value-rejected',
        change: where(
          ({ status }, { query }) => status === 200 && query.get('carId') !== documented.carId,
          (correct) => ({ ...correct, status: 404, body: errorBody('Nothing was found.') }),
        ),
      },
      'rejects-a-decoded-vehicle': {
        says: 'answers 404 to the carId that a decode gave',
        code: 'own-value-rejected',
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
  },
  getFluids: {
    wire: {
      'repeated-field-in-last-record': {
        says: 'writes a field of the last record twice, once in escapes',
        code: 'repeated-field',
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
        says: 'sends one fluid instead of a list',
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
  },
  getOemParts: {
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
  },
  getRepairTimes: {
    schema: {
      'number-in-another-vehicle': {
        says: 'writes hours as a number for the vehicle of a further match',
        profile: 'deep',
        code: 'schema',
        change: success((body, { query }) => {
          if (query.get('carId') !== documented.carId) body.data[0].hours = 1.5;
          return body;
        }),
      },
      'one-repair-time-alone': {
        says: 'sends one repair time instead of a list',
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
        change: instead([200], (_, { correctResponseTo }) =>
          correctResponseTo((query) => query.set('timerepair', '1')),
        ),
      },
    },
  },
};
