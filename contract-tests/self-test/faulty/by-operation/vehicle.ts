import { errorBody } from '@vehicle-lookup/contract';
import { eachRecord, edit, instead, lenient, remove, set, success, swap, text, where } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import type { OperationFaults, ServiceResponse } from '../../service.ts';

/** The faults in single operations, by operationId. */
export const faults: Readonly<Record<string, OperationFaults>> = {
  getVehicle: {
    schema: {
      'decimal-comma-in-a-number': {
        says: 'sends litres as a string with a decimal comma',
        code: 'schema',
        change: set('/data/cubicCapacityLiters', '2,0'),
      },
      'missing-field': {
        says: 'omits a field of a vehicle',
        code: 'schema',
        clause: 'vehicle.no-value',
        change: remove('/data/hmdMfrModelName'),
      },
    },
    meaning: {
      'another-vehicle': {
        says: 'returns a vehicle other than the requested vehicle',
        code: 'meaning',
        change: edit('/data/carId', (carId) => carId + 1),
      },
      'loses-the-second-match': {
        says: 'returns 404 for the carId of a further match',
        profile: 'deep',
        code: 'own-value-rejected',
        change: where(
          ({ status }, { query }) => status === 200 && query.get('carId') !== documented.carId,
          (correct) => ({ ...correct, status: 404, body: errorBody('Nothing was found.') }),
        ),
      },
      'rejects-a-decoded-vehicle': {
        says: 'returns 404 for a carId from decodeVin',
        code: 'own-value-rejected',
        change: instead([200], (correct) => ({ ...correct, status: 404, body: errorBody('Nothing was found.') })),
      },
      'last-answer-again': {
        says: 'returns the last vehicle that it looked up for an unknown carId',
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
        says: 'swaps the start and the end of production in lookups',
        code: 'meaning',
        change: swap('/data', 'year', 'yearEnd'),
      },
      'two-records-of-one-vehicle': {
        says: 'returns a different model for a carId in lookups than in decodes',
        code: 'meaning',
        change: edit('/data', (vehicle) => ({ ...vehicle, make: 'Audi', model: 'A3' })),
      },
    },
  },
  getFluids: {
    wire: {
      'repeated-field-in-last-record': {
        says: 'writes a field of the last record twice, once with an escaped name',
        code: 'repeated-field',
        change: text((json) => json.replace(/\}\]\}$/, String.raw`,"Value\u0054ext":"4,3"}]}`)),
      },
      'unescaped-line-break': {
        says: 'writes an unescaped line break into a string',
        code: 'not-json',
        change: text((json) => json.replace('Change every', 'Change\nevery')),
      },
    },
    schema: {
      'another-envelope-of-a-mock': {
        says: 'is a mock that returns an example with another name',
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
        says: 'returns the same fluids for every carId',
        profile: 'deep',
        code: 'not-found',
        change: lenient([404], (query) => query.set('carId', documented.carId ?? '')),
      },
    },
    meaning: {
      'empty-for-a-known-vehicle': {
        says: 'has lost the fluids for a vehicle',
        incomplete: 'an empty list may be correct',
        change: set('/data', []),
      },
      'unit-of-a-code': {
        says: 'sends a unit with a specification code',
        code: 'meaning',
        clause: 'fluid.ADQuantityTextStr',
        change: eachRecord((fluid) => {
          if (fluid.ADQuantityTextStr === '') fluid.ADQuantityTextStr = 'l';
        }),
      },
      'range-from-high-to-low': {
        says: 'swaps the ends of a range',
        code: 'meaning',
        change: set('/data/-1/ValueText', '550 - 500'),
      },
    },
  },
  getOemParts: {
    schema: {
      'missing-field-of-a-part': {
        says: 'omits a field in one part deep in a list',
        code: 'fields-present',
        change: remove('/data/-1/parts/0/manufacturer'),
      },
      'part-number-as-number': {
        says: 'sends a numeric OE number as a number',
        code: 'schema',
        change: set('/data/0/parts/0/oe_number', 3115562),
      },
      'single-part-not-in-a-list': {
        says: 'sends a single part without a list, as converted from XML',
        code: 'schema',
        change: edit('/data/*/parts', (parts) => (parts.length === 1 ? parts[0] : parts)),
      },
    },
    selector: {
      'parts-as-repair-times': {
        says: 'returns repair times instead of parts',
        code: 'schema',
        change: success(() => example('getRepairTimes')),
      },
    },
    meaning: {
      'nothing-known-as-not-found': {
        says: 'returns 404 for a vehicle without parts',
        code: 'no-entries',
        change: instead([200], (correct) => ({ ...correct, status: 404, body: errorBody('There are no parts.') })),
      },
      'parts-of-another-vehicle': {
        says: 'returns the parts for another vehicle',
        unseen: 'parts do not state the vehicle to which they belong',
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
        says: 'writes fractions of an hour without the leading zero',
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
        says: 'accepts a selector only under another name',
        code: 'status',
        change: instead([200], (_, { correctResponseTo }) =>
          correctResponseTo((query) => query.set('timerepair', '1')),
        ),
      },
    },
  },
};
