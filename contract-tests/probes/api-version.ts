import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { membersOf, successes } from './shared/bodies.ts';
import { confirmedBy } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) =>
    confirmedBy(
      successes(seen).filter((one) => 'api_version' in membersOf(one)).length,
      'an api_version that is a string',
    ),
};
