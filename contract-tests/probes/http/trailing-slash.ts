import type { AssumptionProbe } from '../../src/judge/assumptions/assumption-probe.ts';
import { goodReply } from '../../src/judge/assumptions/bodies.ts';
import { ofProbe, probeRequest } from '../../src/judge/assumptions/probe-requests.ts';
import { confirmed, contradicted, notObserved } from '../../src/judge/assumptions/probe-results.ts';

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, {
      id: 'path without the slash',
      operation: 'listBrands',
      status: '200',
      withoutSlash: true,
    }),
  judge: (judgements, { id }) => {
    const [without] = ofProbe(judgements, id);
    const withSlash = goodReply(judgements, 'listBrands');
    if (!without?.reply || !withSlash?.reply) return notObserved('the path was not asked for in both forms');
    const { status } = without.reply;
    return status === withSlash.reply.status
      ? confirmed(`both are answered with ${status}`)
      : contradicted(without, `without the slash the reply is ${status}`);
  },
};
