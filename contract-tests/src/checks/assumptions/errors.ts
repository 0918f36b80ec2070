import { headerOf } from '../../run/response.ts';
import {
  type AssumptionCheck,
  brokenClause,
  confirmed,
  confirmedBy,
  contradicted,
  judgeStatuses,
  ofProbe,
  probeRequest,
  seen,
} from '../assumption-check.ts';

const PLAN_TEXT = 'not available in your plan';

const planRestriction: AssumptionCheck = {
  id: 'plan-restriction',
  judge: (judgements) => {
    const rejected = judgements.filter(({ response, json }) => response?.status === 403 && json);
    const other = rejected.find(({ json }) => !JSON.stringify(json?.body).includes(PLAN_TEXT));
    if (other) {
      return contradicted(other, `${other.request.operation}: a 403 with another text`, {
        expected: `a 403 whose text holds "${PLAN_TEXT}"`,
        next: `Write "${PLAN_TEXT}" into the message: clients tell a missing plan from other rejections by it.`,
      });
    }
    return confirmedBy(rejected.length, 'a 403 with this text');
  },
};

/** What the order decides on: rejections that are all right by themselves. */
const REJECTIONS = [400, 401, 403, 429];

const BOTH_WRONG = 'malformed VIN with wrong credentials';
const OUTSIDE_PLAN = 'malformed carId for an operation outside the plan';
const USED_UP = 'malformed VIN with an exhausted allowance';
/** What each request shows. */
const ORDERS = new Map([
  [BOTH_WRONG, '401 before 400'],
  [OUTSIDE_PLAN, '400 before 403'],
  [USED_UP, '400 before 429'],
]);
const ADVICE = {
  [BOTH_WRONG]:
    'Check user and key before the other parameters: wrong credentials are rejected with 401, whatever else is wrong.',
  [OUTSIDE_PLAN]: 'Check the parameters before the plan of the account.',
  [USED_UP]: 'Check the parameters before the allowance: a malformed request costs nothing.',
};

const precedence: AssumptionCheck = {
  id: 'precedence',
  // A user that no account has: wrong keys for one that there is could lock it out.
  requests: (operations) =>
    [
      {
        id: BOTH_WRONG,
        operation: 'decodeVin',
        status: '401',
        faults: { user: 'made-up', key: 'made-up' },
      } as const,
      { id: OUTSIDE_PLAN, operation: 'getOemParts', status: '400', account: 'forbidden' } as const,
      { id: USED_UP, operation: 'decodeVin', status: '400', account: 'exhausted' } as const,
    ].flatMap((request) =>
      probeRequest(operations, request, (good) =>
        good.map(([name, value]) => [name, name === 'vin' || name === 'carId' ? '!' : value]),
      ),
    ),
  judge: (judgements, context) => {
    const made = ofProbe(judgements, context.id).filter(({ response }) => response);
    const by = made.find(({ request }) => request.id === BOTH_WRONG);
    const status = by?.response?.status;
    if (!by || status === undefined || REJECTIONS.includes(status)) {
      const result = judgeStatuses(judgements, context, ADVICE);
      return result.state === 'confirmed'
        ? confirmed(made.map(({ request }) => ORDERS.get(request.id)).join(', '))
        : result;
    }
    return brokenClause(by, `status ${status} to a request with made-up user and key and a malformed VIN`, {
      code: 'invalid-credentials',
      title: `A request with made-up user and key and a malformed VIN returns ${status}, not 401`,
      clause: 'authentication.3',
      expected: 'status 401',
      next: `Answer 401 for a user that does not exist, not ${status}. The malformed VIN does not explain ${status} either: it would be 400.`,
    });
  },
};

export const errors: readonly AssumptionCheck[] = [
  seen(
    'error-body',
    'an error with such a body',
    (all) =>
      all.filter(({ response, json, violations }) => (response?.status ?? 0) >= 400 && json && violations.length === 0)
        .length,
  ),
  planRestriction,
  precedence,
  seen(
    'www-authenticate',
    'a 401 with a challenge',
    (all) =>
      all.filter(({ response }) => response?.status === 401 && headerOf(response, 'www-authenticate') !== undefined)
        .length,
  ),
];
