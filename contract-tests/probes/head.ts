import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { aside, asidesOf } from './shared/asides.ts';
import { goodAnswer } from './shared/bodies.ts';
import { confirmed, contradicted, notObserved } from './shared/results.ts';

export const probe: AssumptionProbe = {
  asides: (operations) => aside(operations, 'listBrands', { why: 'HEAD', status: '200', method: 'HEAD' }),
  judge: (seen) => {
    const [head] = asidesOf(seen, 'head');
    const get = goodAnswer(seen, 'listBrands');
    if (!head?.answer || !get?.answer) return notObserved('HEAD and GET were not both answered');
    const { status, body } = head.answer;
    return status === get.answer.status && body.length === 0
      ? confirmed(`HEAD is answered with ${status} without a body`)
      : contradicted(head, `HEAD is answered with ${status}`);
  },
};
