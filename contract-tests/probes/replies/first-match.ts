import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { goodReply, recordsOf } from '../shared/bodies.ts';
import { confirmed, contradicted, notObserved } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const [one, all] = [goodReply(judgements, 'decodeVin'), goodReply(judgements, 'decodeVinAll')];
    if (!one || !all) return notObserved('no VIN was seen decoded in both ways');
    const [single] = recordsOf([one]);
    const [first] = recordsOf([all]);
    return String(single?.carId) === String(first?.carId)
      ? confirmed('the single result is the first of all')
      : contradicted(all, 'the single result is not the first of all');
  },
};
