import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { aside, asidesOf } from './shared/asides.ts';
import { goodAnswer, recordsOf } from './shared/bodies.ts';
import { confirmed, contradicted, notObserved } from './shared/results.ts';

const SHORTEST = 8;

export const probe: AssumptionProbe = {
  asides: (operations) =>
    aside(operations, 'decodeVinAll', { why: 'first characters of the VIN', status: '200' }, (good) =>
      good.map(([name, value]) => [name, name === 'vin' ? value.slice(0, SHORTEST) : value]),
    ),
  judge: (seen) => {
    const [prefix] = asidesOf(seen, 'partial-vin');
    const whole = goodAnswer(seen, 'decodeVinAll');
    if (!prefix?.answer || !whole)
      return notObserved('no vehicle was found by the whole VIN, or no prefix was asked for');
    if (prefix.answer.status !== 200) return contradicted(prefix, `a prefix is answered with ${prefix.answer.status}`);
    const found = recordsOf([prefix]).map(({ carId }) => String(carId));
    const isThere = recordsOf([whole]).every(({ carId }) => found.includes(String(carId)));
    return isThere
      ? confirmed('the vehicles of the whole VIN are among those of its first 8 characters')
      : contradicted(prefix, 'a vehicle of the whole VIN is not among those of its first 8 characters');
  },
};
