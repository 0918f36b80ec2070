import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import type { Request } from '../../src/plan/request.ts';
import { confirmedBy } from './results.ts';

/** An assumption that says with which status certain requests are answered; the checks of replies find contradictions. */
export const refusals = (decides: (request: Request, status: number) => boolean): AssumptionProbe => ({
  decides,
  judge: (judgements) => {
    const own = judgements.filter(({ request, reply }) => reply && decides(request, reply.status));
    const right = own.filter(({ request, reply }) => String(reply?.status) === request.status);
    const statuses = [...new Set(right.map(({ reply }) => reply?.status))];
    return confirmedBy(right.length, `answered with ${statuses.join(' and ') || 'the expected status'}`);
  },
});
