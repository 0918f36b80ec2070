import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  // "lower-case" and "hyphen-separated" are clauses.
  covers: ({ status, pointer, value }) =>
    status === '200' &&
    pointer.endsWith('/slug') &&
    typeof value === 'string' &&
    value !== '' &&
    value === value.toLowerCase() &&
    !/\s/.test(value),
  judge: (judgements) =>
    confirmedBy(recordsOf(successes(judgements, ['listBrands', 'listModels'])).length, 'a slug of this form'),
};
