import {
  type AssumptionProbe,
  confirmedBy,
  contradicted,
  membersOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';
import type { Judgement } from '../../src/judge/judgement.ts';

/** The form of a body without what only the full envelope has. */
function formOf(judgement: Judgement): string | undefined {
  if (Array.isArray(judgement.json?.body)) return 'bare';
  const members = membersOf(judgement);
  return 'data' in members && !('timestamp' in members) && !('api_version' in members) ? 'simplified' : undefined;
}

export const probe: AssumptionProbe = {
  judge: (judgements, { envelopesOf }) => {
    const outside = judgements.find((judgement) => {
      const { reply: response, envelope, json } = judgement;
      if (response?.status !== 200 || envelope !== undefined || !json) return false;
      const form = formOf(judgement);
      return form !== undefined && !envelopesOf(judgement.request.operation).includes(form);
    });
    if (outside) {
      const { operation } = outside.request;
      const declared = envelopesOf(operation).join(' or ');
      return contradicted(outside, `the ${formOf(outside)} form, which ${operation} does not have`, {
        expected: `the form ${declared} of ${operation}`,
        next: `Send ${operation} in the form ${declared}.`,
      });
    }
    return confirmedBy(successes(judgements).length, 'a success in an envelope of its list');
  },
};
