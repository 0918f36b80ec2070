import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { confirmedBy } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(judgements.flatMap(({ undocumented }) => undocumented).length, 'a field outside the document'),
};
