import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  // One month alone, with or without the hyphen, is an open end in another notation.
  covers: ({ status, pointer, value }) =>
    status === '200' && pointer.endsWith('/typeYears') && /^\s*-?\s*\d{2}\.\d{4}\s*-?\s*$/.test(String(value)),
  judge: (judgements) => {
    const periods = recordsOf(successes(judgements, ['listVariants'])).map(({ typeYears }) => String(typeYears));
    return confirmedBy(periods.filter((period) => /^\s*-|-\s*$/.test(period)).length, 'a period with an open end');
  },
};
