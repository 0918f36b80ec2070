import {
  type AssumptionProbe,
  confirmedBy,
  contradicted,
  membersOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const failed = judgements.find(
      (judgement) => judgement.reply?.status === 200 && membersOf(judgement).success === false,
    );
    if (failed) return contradicted(failed, `${failed.request.operation}: a 200 with success false`);
    const unknown = judgements.filter(({ request, reply }) => request.status === '404' && reply?.status === 404);
    return successes(judgements).length > 0
      ? confirmedBy(unknown.length, 'a failure with its own status')
      : confirmedBy(0, 'a success');
  },
};
