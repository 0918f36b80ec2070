import {
  type AssumptionProbe,
  confirmedBy,
  membersOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      successes(judgements).filter((success) => 'api_version' in membersOf(success)).length,
      'an api_version that is a string',
    ),
};
