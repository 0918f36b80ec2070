import { edit, lenient, remove, set, success, text } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import type { OperationFaults } from '../../service.ts';

const GAZ_IN_WINDOWS_1251 = Buffer.from([0xc3, 0xc0, 0xc7]);

/** The faults in single operations, by operationId. */
export const faults: Readonly<Record<string, OperationFaults>> = {
  listBrands: {
    wire: {
      'encoded-twice': {
        says: 'encodes names in UTF-8 twice',
        code: 'encoded-twice',
        change: edit('/data/*/name', (name) => Buffer.from(name).toString('latin1')),
      },
      'windows-1251-names': {
        says: 'writes Cyrillic names in Windows-1251',
        code: 'not-utf-8',
        change: text((json) => {
          const [first = '', ...others] = json.split('ГАЗ').map((part) => Buffer.from(part));
          return Buffer.concat([first, ...others.flatMap((part) => [GAZ_IN_WINDOWS_1251, part])].map(Buffer.from));
        }),
      },
    },
    schema: {
      'nameless-brand': {
        says: 'has a brand without a name',
        code: 'empty-values',
        change: set('/data/2/name', ''),
      },
      'tilde-in-a-slug': {
        says: 'writes a tilde into a slug',
        code: 'slug-form',
        change: edit('/data/*/slug', (slug) => slug.replaceAll('-', '~')),
      },
    },
    meaning: {
      'brand-twice': {
        says: 'lists two brands with the same slug',
        code: 'meaning',
        change: edit('/data', ([first, ...others]) => [first, { ...first, name: 'AUDI' }, ...others]),
      },
    },
  },
  listModels: {
    schema: {
      'no-slug': {
        says: 'omits slugs',
        code: 'schema',
        clause: 'catalogue-entry.fields',
        change: remove('/data/*/slug'),
      },
      'upper-case-slug': {
        says: 'writes slugs in upper case',
        code: 'schema',
        change: edit('/data/*/slug', (slug) => slug.toUpperCase()),
      },
    },
    selector: {
      'brand-not-looked-at': {
        says: 'returns the same models for every brand',
        code: 'not-found',
        change: lenient([404], (query) => query.set('brand', documented.brand ?? '')),
      },
      'models-as-brands': {
        says: 'returns brands instead of models',
        code: 'selector-ignored',
        change: success(() => example('listBrands')),
      },
    },
    meaning: {
      'models-of-the-first-brand': {
        says: 'returns the models of one brand for every known brand',
        profile: 'deep',
        code: 'same-list',
        strict: true,
        change: set('/data', example('listModels').data),
      },
      'models-under-one-slug': {
        says: 'lists two models with the same slug',
        code: 'meaning',
        change: edit('/data', ([first, second, ...others]) => [first, { ...second, slug: first.slug }, ...others]),
      },
    },
  },
  listVariants: {
    schema: {
      'open-period-in-another-brand': {
        says: 'writes an open production period as "today" in the variants of another brand',
        profile: 'deep',
        code: 'schema',
        change: success((body, { query }) => {
          if (query.get('brand') !== documented.brand) body.data[0].typeYears = '02.2018 - today';
          return body;
        }),
      },
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
        says: 'finds a model of any brand',
        profile: 'deep',
        code: 'not-found',
        change: lenient([404], (query) => query.set('brand', documented.brand ?? '')),
      },
      'model-not-looked-at': {
        says: 'returns the same variants for every model of a brand',
        profile: 'deep',
        code: 'not-found',
        change: lenient([404], (query) => query.set('model', documented.model ?? '')),
      },
    },
    meaning: {
      'variant-ends-before-it-starts': {
        says: 'swaps the start and the end of a variant production period',
        code: 'meaning',
        change: set('/data/1/typeYears', '11.2012 - 10.2008'),
      },
      'variants-of-the-first-model': {
        says: 'returns the variants of one model for every known model of a brand',
        profile: 'deep',
        code: 'same-list',
        strict: true,
        change: set('/data', example('listVariants').data),
      },
      'variants-of-another-model': {
        says: 'returns the variants of another model',
        profile: 'deep',
        code: 'same-list',
        strict: true,
        change: edit('/data/*/fullTitle', (title) => title.replace('Golf VI', 'Golf V')),
      },
    },
  },
};
