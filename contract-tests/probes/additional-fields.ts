import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { confirmedBy } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) => confirmedBy(seen.flatMap(({ undocumented }) => undocumented).length, 'a field outside the document'),
};
