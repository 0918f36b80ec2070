import { type AssumptionProbe, confirmedBy } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      judgements.filter(
        ({ reply: response, json, breaches: violations }) =>
          (response?.status ?? 0) >= 400 && json && violations.length === 0,
      ).length,
      'an error with such a body',
    ),
};
