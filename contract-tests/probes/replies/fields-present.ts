import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => confirmedBy(recordsOf(successes(judgements)).length, 'a record with all of its fields'),
};
