import { type AssumptionProbe, confirmedBy } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(judgements.flatMap(({ undocumented }) => undocumented).length, 'a field outside the document'),
};
