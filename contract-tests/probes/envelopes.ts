import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { membersOf, successes } from './shared/bodies.ts';
import { confirmedBy, contradicted } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) => {
    const outside = seen.find((one) => {
      const { answer, envelope, json } = one;
      if (answer?.status !== 200 || envelope !== undefined || !json) return false;
      const members = membersOf(one);
      return (
        Array.isArray(json.body) || ('data' in members && !('timestamp' in members) && !('api_version' in members))
      );
    });
    if (outside) return contradicted(outside, `${outside.request.operation} came in an envelope outside its list`);
    return confirmedBy(successes(seen).length, 'a success in an envelope of its list');
  },
};
