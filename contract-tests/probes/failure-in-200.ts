import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { membersOf, successes } from './shared/bodies.ts';
import { confirmedBy, contradicted } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) => {
    const failed = seen.find((one) => one.answer?.status === 200 && membersOf(one).success === false);
    if (failed) return contradicted(failed, `${failed.request.operation}: a 200 with success false`);
    const unknown = seen.filter(({ request, answer }) => request.status === '404' && answer?.status === 404);
    return successes(seen).length > 0
      ? confirmedBy(unknown.length, 'a failure with its own status')
      : confirmedBy(0, 'a success');
  },
};
