import {
  type AssumptionProbe,
  confirmedBy,
  recordsOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const values = recordsOf(successes(judgements)).flatMap((record) => Object.values(record));
    return confirmedBy(values.filter((value) => value === '').length, 'an empty string where one may stand');
  },
};
