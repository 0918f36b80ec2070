import { errorBody } from '@vehicle-lookup/contract';
import { failure, instead, lenient, setAll, status, success, where } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import { foreignIn, keepSelector, missingIn, selectorsIn, unknownIn } from '../../queries.ts';
import type { FaultyServices, ResponseChange } from '../../service.ts';

/** Changes a parameter of invalid requests where it is there. */
const read = (name: string, change: (value: string) => string): ResponseChange =>
  lenient([400], (query) => {
    const value = query.get(name);
    if (value !== null) query.set(name, change(value));
  });

/** Finds nothing where the value of a parameter is like this. */
const nothingFor = (statuses: number[], name: string, pattern: RegExp, unknown: string): ResponseChange =>
  instead(statuses, (correct, { query, correctResponseTo }) =>
    pattern.test(query.get(name) ?? '') ? correctResponseTo((other) => other.set(name, unknown)) : correct,
  );

/** Takes a line feed at the end of a parameter for nothing, as `$` does in Python. */
const withoutLineFeed = (name: string): ResponseChange =>
  instead([400], (correct, { query, correctResponseTo }) => {
    const value = query.get(name) ?? '';
    return value.endsWith('\n') ? correctResponseTo((other) => other.set(name, value.slice(0, -1))) : correct;
  });

/** Fails where the value of a parameter is like this. */
const failsFor = (name: string, holds: (value: string) => boolean): ResponseChange =>
  where(
    ({ status: own }, { query }) => own >= 400 && own !== 401 && holds(query.get(name) ?? ''),
    (correct) => ({ ...correct, status: 500, body: errorBody('The lookup failed.') }),
  );

/** Faults of common frameworks: `src/plan/requests/classics.ts`. */
const classics: FaultyServices = {
  'digits-of-other-scripts': {
    says: 'takes full-width digits for digits',
    profile: 'deep',
    code: 'malformed-parameter',
    change: lenient([400], (query) => {
      for (const [name, value] of query) if (/[０-９]/.test(value)) query.set(name, value.normalize('NFKC'));
    }),
  },
  'selectors-as-numbers': {
    says: 'compares the values of selectors as numbers',
    profile: 'deep',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const [name, value] of query) if (/^0+1$/.test(value)) query.set(name, '1');
    }),
  },
  'line-feed-after-a-carId': {
    says: 'takes a carId with a line feed at its end',
    profile: 'deep',
    code: 'carId-positive',
    change: withoutLineFeed('carId'),
  },
  'line-feed-after-a-vin': {
    says: 'takes a VIN with a line feed at its end',
    profile: 'deep',
    code: 'malformed-parameter',
    clause: 'limits.vin-characters',
    change: withoutLineFeed('vin'),
  },
  'names-in-any-case': {
    says: 'takes parameter names in upper case',
    profile: 'deep',
    code: 'unknown-parameter',
    change: lenient([400], (query) => {
      for (const [name, value] of [...query]) {
        const known = ['vin', 'carId', 'brand', 'model'].find((own) => own.toUpperCase() === name);
        if (known === undefined) continue;
        query.delete(name);
        query.set(known, value);
      }
    }),
  },
  'no-more-than-4300-digits': {
    says: 'fails for a carId of more than 4,300 digits',
    profile: 'deep',
    code: 'status',
    change: failsFor('carId', (value) => /^\d{4301,}$/.test(value)),
  },
  'no-more-than-32-bits': {
    says: 'fails for a carId of ten digits that 32 bits cannot hold',
    profile: 'deep',
    code: 'status',
    change: failsFor('carId', (value) => /^\d{10}$/.test(value) && Number(value) > 2 ** 31 - 1),
  },
  'nul-in-a-name': {
    says: 'fails for a brand or model with NUL',
    profile: 'deep',
    code: 'status',
    change: failsFor('brand', (value) => value.includes('\0')),
  },
  'nul-in-a-vin': {
    says: 'fails for a VIN with NUL',
    profile: 'deep',
    code: 'status',
    change: failsFor('vin', (value) => value.includes('\0')),
  },
};

const brands = example('listBrands');

export const faults: FaultyServices = {
  ...classics,
  'any-letter-in-a-vin': {
    says: 'takes I, O and Q in a VIN, and finds nothing',
    code: 'malformed-parameter',
    change: nothingFor([400], 'vin', /^[A-Z0-9]{8,17}$/, 'Z'.repeat(17)),
  },
  'brands-for-models': {
    says: 'takes brands for models wherever models are asked for',
    operations: ['listModels', 'listVariants'],
    code: 'selector-ignored',
    change: (correct, request) => {
      const { operation, query, correctResponseTo } = request;
      if (operation === 'listModels') return success((body) => ({ ...body, data: brands.data }))(correct, request);
      const isBrand = brands.data.some(({ slug }: { slug: string }) => slug === query.get('model'));
      return isBrand ? correctResponseTo((other) => other.set('model', 'golf-vi')) : correct;
    },
  },
  'carId-alone': {
    says: 'returns the vehicle for a carId without a selector',
    code: 'default-operation',
    change: lenient([400], (query) => {
      if (query.has('carId') && selectorsIn(query).length === 0) query.set('only', '1');
    }),
  },
  'carId-by-a-lenient-parser': {
    says: 'reads a carId as far as it is a number',
    code: 'carId-positive',
    change: read('carId', (value) => value && String(Number.parseInt(value, 10))),
  },
  'carId-zero': {
    says: 'takes 0 for a carId, and finds nothing',
    code: 'carId-positive',
    change: nothingFor([400], 'carId', /^0$/, '1'),
  },
  'check-digit': {
    says: 'rejects a VIN whose check digit does not fit',
    operations: ['decodeVin', 'decodeVinAll', 'getEngines'],
    code: 'check-digit',
    change: status(404, 400),
  },
  'default-values': {
    says: 'has a value of its own for a parameter that is missing',
    code: 'missing-parameter',
    change: lenient([400], (query) => {
      for (const name of missingIn(query)) query.set(name, documented[name] ?? '');
    }),
  },
  'empty-for-all': {
    says: 'takes an empty parameter for any',
    code: 'empty-parameter',
    change: lenient([400], (query) => {
      for (const [name, value] of Object.entries(documented)) if (query.get(name) === '') query.set(name, value);
    }),
  },
  'empty-name-for-any': {
    says: 'takes an empty brand or model for any',
    operations: ['listModels', 'listVariants'],
    code: 'empty-parameter',
    change: lenient([400], (query) => {
      for (const name of ['brand', 'model']) if (query.get(name) === '') query.set(name, documented[name] ?? '');
    }),
  },
  'foreign-parameter-ignored': {
    says: 'reads over parameters of other operations',
    code: 'foreign-parameter',
    change: lenient([400], (query) => {
      for (const name of foreignIn(query)) query.delete(name);
    }),
  },
  'last-of-repeated': {
    says: 'takes the last of repeated parameters',
    code: 'repeated-parameter',
    change: lenient([400, 401], (query) => setAll(query, Object.fromEntries(query))),
  },
  'long-vin': {
    says: 'cuts a VIN that is too long',
    code: 'malformed-parameter',
    change: read('vin', (value) => value.slice(0, 17)),
  },
  'lower-case-vin': {
    says: 'folds and trims a VIN',
    code: 'malformed-parameter',
    clause: 'limits.vin-characters',
    change: instead([400], (_, { query, correctResponseTo }) =>
      correctResponseTo((other) => {
        if (query.has('vin')) other.set('vin', query.get('vin')?.trim().toUpperCase() ?? '');
      }),
    ),
  },
  'missing-parameter-as-not-found': {
    says: 'answers 404 where a parameter is missing',
    code: 'missing-parameter',
    change: instead([400], (correct, { query }) =>
      missingIn(query).length > 0 ? { ...correct, status: 404 } : correct,
    ),
  },
  'no-display-names': {
    says: 'knows slugs only, no display names',
    code: 'name-matching',
    change: nothingFor([200], 'brand', /^[A-Z][a-z]/, 'none'),
  },
  'short-vin': {
    says: 'takes a VIN of fewer than eight characters',
    code: 'malformed-parameter',
    change: lenient([400], (query) => {
      if ((query.get('vin') ?? '').length === 7) query.set('vin', documented.vin ?? '');
    }),
  },
  'slug-by-case': {
    says: 'compares slugs by case',
    code: 'name-matching',
    change: nothingFor([200], 'brand', /^[A-Z-]+$/, 'none'),
  },
  'takes-the-first-of-several': {
    says: 'takes the first of several selectors',
    code: 'several-selectors',
    change: lenient([400], (query) => keepSelector(query, selectorsIn(query)[0])),
  },
  'takes-the-last-of-several': {
    says: 'takes the last of several selectors',
    code: 'several-selectors',
    change: lenient([400], (query) => keepSelector(query, selectorsIn(query).at(-1))),
  },
  'true-for-1': {
    says: 'takes the value true for 1',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const name of selectorsIn(query)) if (query.get(name) === 'true') query.set(name, '1');
    }),
  },
  'unknown-parameter-ignored': {
    says: 'reads over parameters that it does not know',
    code: 'unknown-parameter',
    change: lenient([400], (query) => {
      for (const name of unknownIn(query)) query.delete(name);
    }),
  },
  'unknown-parameter-repeated': {
    says: 'repeats the name of a parameter that it does not know',
    code: 'unknown-parameter',
    change: failure((_, { query }, correct) => {
      const [name] = unknownIn(query);
      return correct.status === 400 && name ? { success: false, message: `unknown parameter ${name}` } : undefined;
    }),
  },
  'value-not-looked-at': {
    says: 'takes a selector of any value for chosen',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const name of selectorsIn(query)) query.set(name, '1');
    }),
  },
  'zero-for-off': {
    says: 'answers as without the selector where its value is 0 or empty',
    profile: 'deep',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const name of selectorsIn(query)) if (['0', ''].includes(query.get(name) ?? '')) query.delete(name);
    }),
  },
};
