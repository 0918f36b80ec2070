import {
  type AssumptionProbe,
  contradicted,
  judgeStatuses,
  ofProbe,
  probeRequest,
} from '../../src/judge/assumptions/assumption-probe.ts';
import { headerOf } from '../../src/run/reply.ts';

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
      ({ reply }) => reply?.status === 405 && headerOf(reply, 'allow') === undefined,
    );
    return withoutAllow ? contradicted(withoutAllow, '405 without Allow') : judgeStatuses(judgements, context);
  },
};
