import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { membersOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      successes(judgements).filter((success) => 'api_version' in membersOf(success)).length,
      'an api_version that is a string',
    ),
};
