import { edit, lenient, remove, success } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

export const faults: OperationFaults = {
  schema: {
    'no-slug': {
      says: 'leaves slugs out',
      code: 'schema',
      clause: 'catalogue-entry.fields',
      change: remove('/data/*/slug'),
    },
    'upper-case-slug': {
      says: 'writes slugs with capitals',
      code: 'schema',
      change: edit('/data/*/slug', (slug) => slug.toUpperCase()),
    },
  },
  selector: {
    'brand-not-looked-at': {
      says: 'answers the same models for every brand',
      code: 'not-found',
      change: lenient([404], (query) => query.set('brand', documented.brand ?? '')),
    },
    'models-as-brands': {
      says: 'answers the models with the brands',
      code: 'selector-ignored',
      change: success(() => example('listBrands')),
    },
  },
  meaning: {
    'models-under-one-slug': {
      says: 'gives two models one slug',
      code: 'meaning',
      change: edit('/data', ([first, second, ...others]) => [first, { ...second, slug: first.slug }, ...others]),
    },
  },
};
