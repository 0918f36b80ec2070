import { headerOf } from '../../run/response.ts';
import {
  type AssumptionCheck,
  confirmed,
  contradicted,
  goodResponse,
  judgeStatuses,
  notObserved,
  ofProbe,
  type ProbeFinding,
  type ProbeRequest,
} from '../assumption-check.ts';

/** Creates a check for a request that must return the same status as the valid `listBrands` request. */
const asBrands = (
  id: string,
  request: Pick<ProbeRequest, 'id' | 'method' | 'withoutSlash'>,
  finding: Pick<ProbeFinding, 'next' | 'standard'>,
): AssumptionCheck => ({
  id,
  requests: [{ operation: 'listBrands', status: '200', ...request }],
  judge: (judgements) => {
    const [own] = ofProbe(judgements, id);
    const get = goodResponse(judgements, 'listBrands');
    if (!own?.response || !get?.response) return notObserved('one of the two requests had no response');
    const { status, body } = own.response;
    const hasBody = request.method === 'HEAD' && body.length > 0;
    if (status === get.response.status && !hasBody) return confirmed(`${request.id}: ${status}`);
    return contradicted(own, `${request.id}: status ${status}${hasBody ? ' and a body' : ''}`, {
      expected: `status ${get.response.status}${request.method === 'HEAD' ? ' without a body' : ''}`,
      ...(headerOf(own.response, 'location') === undefined ? {} : { header: 'location' }),
      compared: get.request,
      ...finding,
    });
  },
});

const head = asBrands(
  'head',
  { id: 'HEAD', method: 'HEAD' },
  {
    standard: 'RFC 9110, section 9.1: general-purpose servers support GET and HEAD',
    next: 'Return the status of GET for HEAD, without a body.',
  },
);

const trailingSlash = asBrands(
  'trailing-slash',
  { id: 'path without the slash', withoutSlash: true },
  { next: 'Return the same response with and without the slash. Do not redirect, because a redirect repeats the key.' },
);

const options: AssumptionCheck = {
  id: 'options',
  requests: [
    {
      id: 'OPTIONS',
      operation: 'listBrands',
      status: '204',
      method: 'OPTIONS',
      faults: { user: 'absent', key: 'absent' },
      query: () => [],
    },
    { id: 'POST', operation: 'listBrands', status: '405', method: 'POST' },
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

export const http: readonly AssumptionCheck[] = [head, options, trailingSlash];
