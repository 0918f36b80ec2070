import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { headerOf } from '../src/exchange.ts';
import { aside, asidesOf, statusesOf } from './shared/asides.ts';
import { contradicted } from './shared/results.ts';

export const probe: AssumptionProbe = {
  asides: (operations) => [
    ...aside(
      operations,
      'listBrands',
      { why: 'OPTIONS', status: '204', method: 'OPTIONS', faults: { user: 'absent', key: 'absent' } },
      () => [],
    ),
    ...aside(operations, 'listBrands', { why: 'POST', status: '405', method: 'POST' }),
  ],
  judge: (seen) => {
    const withoutAllow = asidesOf(seen, 'options').find(
      ({ answer }) => answer?.status === 405 && headerOf(answer, 'allow') === undefined,
    );
    return withoutAllow ? contradicted(withoutAllow, '405 without Allow') : statusesOf(seen, 'options');
  },
};
