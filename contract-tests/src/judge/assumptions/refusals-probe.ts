import type { AssumptionProbe } from './assumption-probe.ts';
import { confirmedBy } from './probe-results.ts';

/** Begins the `probe` text of an assumption that says which status certain wrong requests are answered with. */
const MARK = 'refused:';

export const isJudgedByRefusals = (probeText: string): boolean => probeText.startsWith(MARK);

/**
 * The probe of these assumptions: the requests that rest on one have the expected status. The check of the status finds
 * contradictions.
 */
export const refusalsProbe: AssumptionProbe = {
  judge: (judgements, { id }) => {
    const refused = judgements.filter(
      ({ request, reply }) => request.rests.assumption === id && String(reply?.status) === request.status,
    );
    const statuses = [...new Set(refused.map(({ reply }) => reply?.status))];
    return confirmedBy(refused.length, `answered with ${statuses.join(' and ') || 'the expected status'}`);
  },
};
