import { type AssumptionProbe, judgeStatuses, probeRequest } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, { id: 'carId without a selector', operation: 'getVehicle', status: '400' }, (good) =>
      good.filter(([name]) => name === 'carId'),
    ),
  judge: judgeStatuses,
};
