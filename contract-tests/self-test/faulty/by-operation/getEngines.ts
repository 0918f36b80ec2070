import { type AnyBody, edit, instead, set, swap, text } from '../../changes.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
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
      change: instead([200], (_, { correctReplyTo: correctResponseTo }) =>
        correctResponseTo((query) => query.delete('getEngines')),
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
};
