import { errorBody } from '@vehicle-lookup/contract';
import { failure, instead, lenient, setAll, status, success, where } from '../../changes.ts';
import { documented, example } from '../../correct-service.ts';
import { foreignIn, keepSelector, missingIn, selectorsIn, unknownIn } from '../../queries.ts';
import type { FaultyServices, ResponseChange } from '../../service.ts';

/** Changes a parameter of invalid requests if it is present. */
const read = (name: string, change: (value: string) => string): ResponseChange =>
  lenient([400], (query) => {
    const value = query.get(name);
    if (value !== null) query.set(name, change(value));
  });

/** Finds no data if a parameter value matches a pattern. */
const nothingFor = (statuses: number[], name: string, pattern: RegExp, unknown: string): ResponseChange =>
  instead(statuses, (correct, { query, correctResponseTo }) =>
    pattern.test(query.get(name) ?? '') ? correctResponseTo((other) => other.set(name, unknown)) : correct,
  );

/** Ignores a line feed at the end of a parameter, as `$` does in Python. */
const withoutLineFeed = (name: string): ResponseChange =>
  instead([400], (correct, { query, correctResponseTo }) => {
    const value = query.get(name) ?? '';
    return value.endsWith('\n') ? correctResponseTo((other) => other.set(name, value.slice(0, -1))) : correct;
  });

/** Returns 500 if a parameter value satisfies a predicate. */
const failsFor = (name: string, holds: (value: string) => boolean): ResponseChange =>
  where(
    ({ status: own }, { query }) => own >= 400 && own !== 401 && holds(query.get(name) ?? ''),
    (correct) => ({ ...correct, status: 500, body: errorBody('The lookup failed.') }),
  );

/** Faults of common frameworks, tested by `src/plan/requests/classics.ts`. */
const classics: FaultyServices = {
  'digits-of-other-scripts': {
    says: 'accepts full-width digits',
    profile: 'deep',
    code: 'malformed-parameter',
    change: lenient([400], (query) => {
      for (const [name, value] of query) if (/[０-９]/.test(value)) query.set(name, value.normalize('NFKC'));
    }),
  },
  'selectors-as-numbers': {
    says: 'compares selector values as numbers',
    profile: 'deep',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const [name, value] of query) if (/^0+1$/.test(value)) query.set(name, '1');
    }),
  },
  'line-feed-after-a-carId': {
    says: 'accepts a carId with a trailing line feed',
    profile: 'deep',
    code: 'carId-positive',
    change: withoutLineFeed('carId'),
  },
  'line-feed-after-a-vin': {
    says: 'accepts a VIN with a trailing line feed',
    profile: 'deep',
    code: 'malformed-parameter',
    clause: 'limits.vin-characters',
    change: withoutLineFeed('vin'),
  },
  'names-in-any-case': {
    says: 'accepts parameter names in upper case',
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
    says: 'fails for a carId with more than 4,300 digits',
    profile: 'deep',
    code: 'status',
    change: failsFor('carId', (value) => /^\d{4301,}$/.test(value)),
  },
  'no-more-than-32-bits': {
    says: 'fails for a ten-digit carId that exceeds 32 bits',
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
    says: 'accepts I, O and Q in a VIN but finds nothing',
    code: 'malformed-parameter',
    change: nothingFor([400], 'vin', /^[A-Z0-9]{8,17}$/, 'Z'.repeat(17)),
  },
  'brands-for-models': {
    says: 'uses brands instead of models',
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
    says: 'reads only the leading digits of a carId',
    code: 'carId-positive',
    change: read('carId', (value) => value && String(Number.parseInt(value, 10))),
  },
  'carId-zero': {
    says: 'accepts 0 as a carId but finds nothing',
    code: 'carId-positive',
    change: nothingFor([400], 'carId', /^0$/, '1'),
  },
  'check-digit': {
    says: 'rejects a VIN with an invalid check digit',
    operations: ['decodeVin', 'decodeVinAll', 'getEngines'],
    code: 'check-digit',
    change: status(404, 400),
  },
  'default-values': {
    says: 'uses a default value for a missing parameter',
    code: 'missing-parameter',
    change: lenient([400], (query) => {
      for (const name of missingIn(query)) query.set(name, documented[name] ?? '');
    }),
  },
  'empty-for-all': {
    says: 'interprets an empty parameter as any value',
    code: 'empty-parameter',
    change: lenient([400], (query) => {
      for (const [name, value] of Object.entries(documented)) if (query.get(name) === '') query.set(name, value);
    }),
  },
  'empty-name-for-any': {
    says: 'interprets an empty brand or model as any value',
    operations: ['listModels', 'listVariants'],
    code: 'empty-parameter',
    change: lenient([400], (query) => {
      for (const name of ['brand', 'model']) if (query.get(name) === '') query.set(name, documented[name] ?? '');
    }),
  },
  'foreign-parameter-ignored': {
    says: 'ignores parameters of other operations',
    code: 'foreign-parameter',
    change: lenient([400], (query) => {
      for (const name of foreignIn(query)) query.delete(name);
    }),
  },
  'last-of-repeated': {
    says: 'uses the last of repeated parameters',
    code: 'repeated-parameter',
    change: lenient([400, 401], (query) => setAll(query, Object.fromEntries(query))),
  },
  'long-vin': {
    says: 'truncates a VIN that is too long',
    code: 'malformed-parameter',
    change: read('vin', (value) => value.slice(0, 17)),
  },
  'lower-case-vin': {
    says: 'trims a VIN and converts it to upper case',
    code: 'malformed-parameter',
    clause: 'limits.vin-characters',
    change: instead([400], (_, { query, correctResponseTo }) =>
      correctResponseTo((other) => {
        if (query.has('vin')) other.set('vin', query.get('vin')?.trim().toUpperCase() ?? '');
      }),
    ),
  },
  'missing-parameter-as-not-found': {
    says: 'returns 404 if a parameter is missing',
    code: 'missing-parameter',
    change: instead([400], (correct, { query }) =>
      missingIn(query).length > 0 ? { ...correct, status: 404 } : correct,
    ),
  },
  'no-display-names': {
    says: 'accepts only slugs, not display names',
    code: 'name-matching',
    change: nothingFor([200], 'brand', /^[A-Z][a-z]/, 'none'),
  },
  'short-vin': {
    says: 'accepts a VIN with fewer than eight characters',
    code: 'malformed-parameter',
    change: lenient([400], (query) => {
      if ((query.get('vin') ?? '').length === 7) query.set('vin', documented.vin ?? '');
    }),
  },
  'slug-by-case': {
    says: 'compares slugs case-sensitively',
    code: 'name-matching',
    change: nothingFor([200], 'brand', /^[A-Z-]+$/, 'none'),
  },
  'takes-the-first-of-several': {
    says: 'uses the first of several selectors',
    code: 'several-selectors',
    change: lenient([400], (query) => keepSelector(query, selectorsIn(query)[0])),
  },
  'takes-the-last-of-several': {
    says: 'uses the last of several selectors',
    code: 'several-selectors',
    change: lenient([400], (query) => keepSelector(query, selectorsIn(query).at(-1))),
  },
  'true-for-1': {
    says: 'interprets the value true as 1',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const name of selectorsIn(query)) if (query.get(name) === 'true') query.set(name, '1');
    }),
  },
  'unknown-parameter-ignored': {
    says: 'ignores unknown parameters',
    code: 'unknown-parameter',
    change: lenient([400], (query) => {
      for (const name of unknownIn(query)) query.delete(name);
    }),
  },
  'unknown-parameter-repeated': {
    says: 'repeats the name of an unknown parameter',
    code: 'unknown-parameter',
    change: failure((_, { query }, correct) => {
      const [name] = unknownIn(query);
      return correct.status === 400 && name ? { success: false, message: `unknown parameter ${name}` } : undefined;
    }),
  },
  'value-not-looked-at': {
    says: 'accepts a selector with any value',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const name of selectorsIn(query)) query.set(name, '1');
    }),
  },
  'zero-for-off': {
    says: 'ignores a selector whose value is 0 or empty',
    profile: 'deep',
    code: 'selector-value',
    change: lenient([400], (query) => {
      for (const name of selectorsIn(query)) if (['0', ''].includes(query.get(name) ?? '')) query.delete(name);
    }),
  },
};
