import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { headerOf } from '../src/exchange.ts';
import { confirmedBy } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) =>
    confirmedBy(
      seen.filter(({ answer }) => answer?.status === 401 && headerOf(answer, 'www-authenticate') !== undefined).length,
      'a 401 with a challenge',
    ),
};
