import { type AssumptionProbe, judgeStatuses, probeRequest } from '../../src/judge/assumptions/assumption-probe.ts';

const ID = 'carId without a selector';
const ADVICE = { [ID]: 'Choose an operation by its selector alone: carId without one is refused with 400.' };

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, { id: ID, operation: 'getVehicle', status: '400' }, (good) =>
      good.filter(([name]) => name === 'carId'),
    ),
  judge: (judgements, context) => judgeStatuses(judgements, context, ADVICE),
};
