import {
  type AssumptionProbe,
  contradicted,
  judgeStatuses,
  ofProbe,
  probeRequest,
} from '../../src/judge/assumptions/assumption-probe.ts';
import { headerOf } from '../../src/run/response.ts';

const ADVICE = {
  OPTIONS: 'Answer OPTIONS with 204, also without credentials.',
  POST: 'Answer POST with 405 and Allow: GET, HEAD, OPTIONS.',
};

export const probe: AssumptionProbe = {
  requests: (operations) => [
    ...probeRequest(
      operations,
      {
        id: 'OPTIONS',
        operation: 'listBrands',
        status: '204',
        method: 'OPTIONS',
        faults: { user: 'absent', key: 'absent' },
      },
      () => [],
    ),
    ...probeRequest(operations, { id: 'POST', operation: 'listBrands', status: '405', method: 'POST' }),
  ],
  judge: (judgements, context) => {
    const withoutAllow = ofProbe(judgements, context.id).find(
      ({ reply: response }) => response?.status === 405 && headerOf(response, 'allow') === undefined,
    );
    return withoutAllow
      ? contradicted(withoutAllow, `${withoutAllow.request.id}: 405 without Allow`, {
          expected: 'status 405 with Allow',
          next: 'Send Allow: GET, HEAD, OPTIONS with every 405.',
        })
      : judgeStatuses(judgements, context, ADVICE);
  },
};
