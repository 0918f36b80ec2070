import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { judgeStatuses, probeRequest } from '../../src/judge/assumptions/probe-requests.ts';

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, { id: 'carId without a selector', operation: 'getVehicle', status: '400' }, (good) =>
      good.filter(([name]) => name === 'carId'),
    ),
  judge: judgeStatuses,
};
