import {
  type AssumptionProbe,
  confirmedBy,
  recordsOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(recordsOf(successes(judgements, ['listBrands', 'listModels'])).length, 'a slug of this form'),
};
