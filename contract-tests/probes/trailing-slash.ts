import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { aside, asidesOf } from './shared/asides.ts';
import { goodAnswer } from './shared/bodies.ts';
import { confirmed, contradicted, notObserved } from './shared/results.ts';

export const probe: AssumptionProbe = {
  asides: (operations) =>
    aside(operations, 'listBrands', { why: 'path without the slash', status: '200', withoutSlash: true }),
  judge: (seen) => {
    const [without] = asidesOf(seen, 'trailing-slash');
    const with_ = goodAnswer(seen, 'listBrands');
    if (!without?.answer || !with_?.answer) return notObserved('the path was not asked for in both forms');
    const { status } = without.answer;
    return status === with_.answer.status
      ? confirmed(`both are answered with ${status}`)
      : contradicted(without, `without the slash the answer is ${status}`);
  },
};
