import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { judgeStatuses, probeRequest } from '../shared/requests.ts';

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, 'getVehicle', { why: 'carId without a selector', status: '400' }, (good) =>
      good.filter(([name]) => name === 'carId'),
    ),
  judge: (judgements) => judgeStatuses(judgements, 'default-operation'),
};
