import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { membersOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      successes(judgements).filter((success) => 'timestamp' in membersOf(success)).length,
      'a timestamp of this form',
    ),
};
