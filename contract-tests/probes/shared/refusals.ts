import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { confirmedBy } from './results.ts';

/** An assumption that says with which status certain requests are answered; the checks of replies find contradictions. */
export const refusals = (id: string): AssumptionProbe => ({
  judge: (judgements) => {
    const right = judgements.filter(
      ({ request, reply }) => request.rests.assumption === id && String(reply?.status) === request.status,
    );
    const statuses = [...new Set(right.map(({ reply }) => reply?.status))];
    return confirmedBy(right.length, `answered with ${statuses.join(' and ') || 'the expected status'}`);
  },
});
