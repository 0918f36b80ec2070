import { type AssumptionProbe, confirmedBy } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      judgements.filter(({ reply, json, breaches }) => (reply?.status ?? 0) >= 400 && json && breaches.length === 0)
        .length,
      'an error with such a body',
    ),
};
