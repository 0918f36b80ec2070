import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { goodReply } from '../shared/bodies.ts';
import { ofProbe, probeRequest } from '../shared/requests.ts';
import { confirmed, contradicted, notObserved } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, 'listBrands', { why: 'path without the slash', status: '200', withoutSlash: true }),
  judge: (judgements) => {
    const [without] = ofProbe(judgements, 'trailing-slash');
    const withSlash = goodReply(judgements, 'listBrands');
    if (!without?.reply || !withSlash?.reply) return notObserved('the path was not asked for in both forms');
    const { status } = without.reply;
    return status === withSlash.reply.status
      ? confirmed(`both are answered with ${status}`)
      : contradicted(without, `without the slash the reply is ${status}`);
  },
};
