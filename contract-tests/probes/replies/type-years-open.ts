import {
  type AssumptionProbe,
  confirmedBy,
  recordsOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const periods = recordsOf(successes(judgements, ['listVariants'])).map(({ typeYears }) => String(typeYears));
    return confirmedBy(periods.filter((period) => /^\s*-|-\s*$/.test(period)).length, 'a period with an open end');
  },
};
