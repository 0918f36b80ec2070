import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { judgeStatuses, probeRequest } from '../shared/requests.ts';

export const probe: AssumptionProbe = {
  // A user that no account has: wrong keys for one that there is could lock it out.
  requests: (operations) =>
    probeRequest(
      operations,
      'decodeVin',
      { why: 'malformed VIN with wrong credentials', status: '401', faults: { user: 'made-up', key: 'made-up' } },
      (good) => good.map(([name]) => [name, '!']),
    ),
  judge: (judgements) => judgeStatuses(judgements, 'precedence'),
};
