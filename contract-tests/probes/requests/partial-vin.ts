import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { goodReply, recordsOf } from '../shared/bodies.ts';
import { ofProbe, probeRequest } from '../shared/requests.ts';
import { confirmed, contradicted, notObserved } from '../shared/results.ts';

const SHORTEST = 8;

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, 'decodeVinAll', { why: 'first characters of the VIN', status: '200' }, (good) =>
      good.map(([name, value]) => [name, name === 'vin' ? value.slice(0, SHORTEST) : value]),
    ),
  judge: (judgements) => {
    const [prefix] = ofProbe(judgements, 'partial-vin');
    const whole = goodReply(judgements, 'decodeVinAll');
    if (!prefix?.reply || !whole)
      return notObserved('no vehicle was found by the whole VIN, or no prefix was asked for');
    if (prefix.reply.status !== 200) return contradicted(prefix, `a prefix is answered with ${prefix.reply.status}`);
    const found = recordsOf([prefix]).map(({ carId }) => String(carId));
    const isThere = recordsOf([whole]).every(({ carId }) => found.includes(String(carId)));
    return isThere
      ? confirmed('the vehicles of the whole VIN are among those of its first 8 characters')
      : contradicted(prefix, 'a vehicle of the whole VIN is not among those of its first 8 characters');
  },
};
