import { type AssumptionProbe, confirmedBy } from '../../src/judge/assumptions/assumption-probe.ts';
import { headerOf } from '../../src/run/response.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      judgements.filter(
        ({ reply: response }) => response?.status === 401 && headerOf(response, 'www-authenticate') !== undefined,
      ).length,
      'a 401 with a challenge',
    ),
};
