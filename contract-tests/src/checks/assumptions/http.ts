import { headerOf } from '../../run/response.ts';
import {
  type AssumptionCheck,
  confirmed,
  contradicted,
  goodResponse,
  judgeStatuses,
  notObserved,
  ofProbe,
  probeRequest,
} from '../assumption-check.ts';

const head: AssumptionCheck = {
  id: 'head',
  requests: (operations) =>
    probeRequest(operations, { id: 'HEAD', operation: 'listBrands', status: '200', method: 'HEAD' }),
  judge: (judgements, { id }) => {
    const [judgement] = ofProbe(judgements, id);
    const get = goodResponse(judgements, 'listBrands');
    if (!judgement?.response || !get?.response) return notObserved('HEAD and GET were not both answered');
    const { status, body } = judgement.response;
    return status === get.response.status && body.length === 0
      ? confirmed(`HEAD returns ${status} without a body`)
      : contradicted(judgement, `HEAD returns ${status}${body.length === 0 ? '' : ' and a body'}`, {
          expected: `status ${get.response.status} without a body, as GET has it`,
          compared: get.request,
          standard: 'RFC 9110, section 9.1: general-purpose servers support GET and HEAD',
          next: `Answer HEAD with ${get.response.status} and without a body.`,
        });
  },
};

const options: AssumptionCheck = {
  id: 'options',
  requests: (operations) => [
    ...probeRequest(
      operations,
      {
        id: 'OPTIONS',
        operation: 'listBrands',
        status: '204',
        method: 'OPTIONS',
        faults: { user: 'absent', key: 'absent' },
      },
      () => [],
    ),
    ...probeRequest(operations, { id: 'POST', operation: 'listBrands', status: '405', method: 'POST' }),
  ],
  judge: (judgements, context) => {
    const withoutAllow = ofProbe(judgements, context.id).find(
      ({ response }) => response?.status === 405 && headerOf(response, 'allow') === undefined,
    );
    return withoutAllow
      ? contradicted(withoutAllow, `${withoutAllow.request.id}: 405 without Allow`, {
          expected: 'status 405 with Allow',
          next: 'Send Allow: GET, HEAD, OPTIONS with every 405.',
        })
      : judgeStatuses(judgements, context);
  },
};

const trailingSlash: AssumptionCheck = {
  id: 'trailing-slash',
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
    if (!without?.response || !withSlash?.response) return notObserved('the path was not asked for in both forms');
    const { status } = without.response;
    return status === withSlash.response.status
      ? confirmed(`both return ${status}`)
      : contradicted(without, `without the slash the status is ${status}, with it ${withSlash.response.status}`, {
          expected: `status ${withSlash.response.status}, as with the slash`,
          ...(headerOf(without.response, 'location') === undefined ? {} : { header: 'location' }),
          compared: withSlash.request,
          next: 'Answer the path without the slash as the one with it, without a redirect: a redirect repeats the key.',
        });
  },
};

export const http: readonly AssumptionCheck[] = [head, options, trailingSlash];
