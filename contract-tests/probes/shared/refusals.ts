import type { AssumptionProbe } from '../../src/assumption-probe.ts';
import type { Request } from '../../src/request.ts';
import { confirmedBy } from './results.ts';

/** An assumption that says with which status certain requests are answered; the checks find what is answered otherwise. */
export const refusals = (decides: (request: Request, status: number) => boolean): AssumptionProbe => ({
  decides,
  judge: (seen) => {
    const own = seen.filter(({ request, answer }) => answer && decides(request, answer.status));
    const right = own.filter(({ request, answer }) => String(answer?.status) === request.status);
    const statuses = [...new Set(right.map(({ answer }) => answer?.status))];
    return confirmedBy(right.length, `answered with ${statuses.join(' and ') || 'the expected status'}`);
  },
});
