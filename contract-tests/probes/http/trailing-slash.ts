import {
  type AssumptionProbe,
  confirmed,
  contradicted,
  goodResponse,
  notObserved,
  ofProbe,
  probeRequest,
} from '../../src/judge/assumptions/assumption-probe.ts';
import { headerOf } from '../../src/run/response.ts';

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
    const withSlash = goodResponse(judgements, 'listBrands');
    if (!without?.reply || !withSlash?.reply) return notObserved('the path was not asked for in both forms');
    const { status } = without.reply;
    return status === withSlash.reply.status
      ? confirmed(`both are answered with ${status}`)
      : contradicted(without, `without the slash the status is ${status}, with it ${withSlash.reply.status}`, {
          expected: `status ${withSlash.reply.status}, as with the slash`,
          ...(headerOf(without.reply, 'location') === undefined ? {} : { header: 'location' }),
          compared: withSlash.request,
          next: 'Answer the path without the slash as the one with it, without a redirect: a redirect repeats the key.',
        });
  },
};
