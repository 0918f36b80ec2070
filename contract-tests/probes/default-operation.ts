import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { aside, statusesOf } from './shared/asides.ts';

export const probe: AssumptionProbe = {
  asides: (operations) =>
    aside(operations, 'getVehicle', { why: 'carId without a selector', status: '400' }, (good) =>
      good.filter(([name]) => name === 'carId'),
    ),
  judge: (seen) => statusesOf(seen, 'default-operation'),
};
