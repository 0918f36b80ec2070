import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { confirmedBy } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(judgements.flatMap(({ undocumented }) => undocumented).length, 'a field outside the document'),
};
