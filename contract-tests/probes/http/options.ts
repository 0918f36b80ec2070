import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { headerOf } from '../../src/run/reply.ts';
import { judgeStatuses, ofProbe, probeRequest } from '../shared/requests.ts';
import { contradicted } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  requests: (operations) => [
    ...probeRequest(
      operations,
      'listBrands',
      { why: 'OPTIONS', status: '204', method: 'OPTIONS', faults: { user: 'absent', key: 'absent' } },
      () => [],
    ),
    ...probeRequest(operations, 'listBrands', { why: 'POST', status: '405', method: 'POST' }),
  ],
  judge: (judgements) => {
    const withoutAllow = ofProbe(judgements, 'options').find(
      ({ reply }) => reply?.status === 405 && headerOf(reply, 'allow') === undefined,
    );
    return withoutAllow ? contradicted(withoutAllow, '405 without Allow') : judgeStatuses(judgements, 'options');
  },
};
