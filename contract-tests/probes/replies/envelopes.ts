import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { membersOf, successes } from '../../src/judge/assumptions/bodies.ts';
import { confirmedBy, contradicted } from '../../src/judge/assumptions/probe-results.ts';
import type { Judgement } from '../../src/judge/judgement.ts';

/** The form of a body without what only the full envelope has. */
function formOf(one: Judgement): string | undefined {
  if (Array.isArray(one.json?.body)) return 'bare';
  const members = membersOf(one);
  return 'data' in members && !('timestamp' in members) && !('api_version' in members) ? 'simplified' : undefined;
}

export const probe: AssumptionProbe = {
  judge: (judgements, { envelopesOf }) => {
    const outside = judgements.find((one) => {
      const { reply, envelope, json } = one;
      if (reply?.status !== 200 || envelope !== undefined || !json) return false;
      const form = formOf(one);
      return form !== undefined && !envelopesOf(one.request.operation).includes(form);
    });
    if (outside) return contradicted(outside, `${outside.request.operation} came in an envelope outside its list`);
    return confirmedBy(successes(judgements).length, 'a success in an envelope of its list');
  },
};
