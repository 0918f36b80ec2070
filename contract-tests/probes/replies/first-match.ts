import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { goodReply, recordsOf } from '../../src/judge/assumptions/bodies.ts';
import { confirmed, contradicted, notObserved } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const [decoded, all] = [goodReply(judgements, 'decodeVin'), goodReply(judgements, 'decodeVinAll')];
    if (!decoded || !all) return notObserved('no VIN was seen decoded in both ways');
    const [single] = recordsOf([decoded]);
    const [first] = recordsOf([all]);
    return String(single?.carId) === String(first?.carId)
      ? confirmed('the single result is the first of all')
      : contradicted(all, 'the single result is not the first of all');
  },
};
