import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { membersOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      successes(judgements).filter((one) => 'timestamp' in membersOf(one)).length,
      'a timestamp of this form',
    ),
};
