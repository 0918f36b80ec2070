import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { confirmedBy } from './shared/results.ts';

export const probe: AssumptionProbe = {
  // A body that is no JSON at all breaks the clause "The response is JSON".
  owns: ({ status }) => Number(status) >= 400,
  judge: (seen) =>
    confirmedBy(
      seen.filter(({ answer, json, breaches }) => (answer?.status ?? 0) >= 400 && json && breaches.length === 0).length,
      'an error with such a body',
    ),
};
