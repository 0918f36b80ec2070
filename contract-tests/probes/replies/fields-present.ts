import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { recordsOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => confirmedBy(recordsOf(successes(judgements)).length, 'a record with all of its fields'),
};
