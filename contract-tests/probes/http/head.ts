import {
  type AssumptionProbe,
  confirmed,
  contradicted,
  goodResponse,
  notObserved,
  ofProbe,
  probeRequest,
} from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  requests: (operations) =>
    probeRequest(operations, { id: 'HEAD', operation: 'listBrands', status: '200', method: 'HEAD' }),
  judge: (judgements, { id }) => {
    const [head] = ofProbe(judgements, id);
    const get = goodResponse(judgements, 'listBrands');
    if (!head?.reply || !get?.reply) return notObserved('HEAD and GET were not both answered');
    const { status, body } = head.reply;
    return status === get.reply.status && body.length === 0
      ? confirmed(`HEAD is answered with ${status} without a body`)
      : contradicted(head, `HEAD is answered with ${status}${body.length === 0 ? '' : ' and a body'}`, {
          expected: `status ${get.reply.status} without a body, as GET has it`,
          compared: get.request,
          standard: 'RFC 9110, section 9.1: general-purpose servers support GET and HEAD',
          next: `Answer HEAD with ${get.reply.status} and without a body.`,
        });
  },
};
