import { edit, lenient, set } from '../../changes.ts';
import { documented } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
  schema: {
    'single-month': {
      says: 'writes an open production period as one month',
      code: 'schema',
      change: set('/data/2/typeYears', '10.2008'),
    },
    'years-only': {
      says: 'writes the production period of a variant in years',
      code: 'schema',
      change: set('/data/0/typeYears', '2008 - 2012'),
    },
  },
  selector: {
    'brand-of-the-model-not-looked-at': {
      says: 'finds a model whatever the brand',
      profile: 'deep',
      code: 'not-found',
      change: lenient([404], (query) => query.set('brand', documented.brand ?? '')),
    },
    'model-not-looked-at': {
      says: 'answers the same variants for every model of a brand',
      profile: 'deep',
      code: 'not-found',
      change: lenient([404], (query) => query.set('model', documented.model ?? '')),
    },
  },
  meaning: {
    'variant-ends-before-it-starts': {
      says: 'has the production period of a variant the wrong way round',
      code: 'meaning',
      change: set('/data/1/typeYears', '11.2012 - 10.2008'),
    },
    'variants-of-another-model': {
      says: 'answers the variants of the model next to the one that was asked for',
      unseen: 'a variant does not say of which model it is, in a form that could be compared',
      change: edit('/data/*/fullTitle', (title) => title.replace('Golf VI', 'Golf V')),
    },
  },
};
