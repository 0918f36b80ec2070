import {
  type AssumptionProbe,
  confirmedBy,
  membersOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      successes(judgements).filter((success) => 'timestamp' in membersOf(success)).length,
      'a timestamp of this form',
    ),
};
