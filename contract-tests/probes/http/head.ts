import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { goodReply } from '../shared/bodies.ts';
import { ofProbe, probeRequest } from '../shared/requests.ts';
import { confirmed, contradicted, notObserved } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  requests: (operations) => probeRequest(operations, 'listBrands', { why: 'HEAD', status: '200', method: 'HEAD' }),
  judge: (judgements) => {
    const [head] = ofProbe(judgements, 'head');
    const get = goodReply(judgements, 'listBrands');
    if (!head?.reply || !get?.reply) return notObserved('HEAD and GET were not both answered');
    const { status, body } = head.reply;
    return status === get.reply.status && body.length === 0
      ? confirmed(`HEAD is answered with ${status} without a body`)
      : contradicted(head, `HEAD is answered with ${status}`);
  },
};
