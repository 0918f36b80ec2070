import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { aside, statusesOf } from './shared/asides.ts';

export const probe: AssumptionProbe = {
  // A user that no account has: wrong keys for one that there is could lock it out.
  asides: (operations) =>
    aside(
      operations,
      'decodeVin',
      { why: 'malformed VIN with wrong credentials', status: '401', faults: { user: 'made-up', key: 'made-up' } },
      (good) => good.map(([name]) => [name, '!']),
    ),
  judge: (seen) => statusesOf(seen, 'precedence'),
};
