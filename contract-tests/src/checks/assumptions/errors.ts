import { headerOf } from '../../run/response.ts';
import {
  type AssumptionCheck,
  brokenClause,
  confirmedBy,
  contradicted,
  judgeStatuses,
  ofProbe,
  seen,
} from '../assumption-check.ts';

const PLAN_TEXT = 'not available in your plan';

const planRestriction: AssumptionCheck = {
  id: 'plan-restriction',
  judge: (judgements) => {
    const rejected = judgements.filter(({ response, json }) => response?.status === 403 && json);
    const other = rejected.find(({ json }) => !JSON.stringify(json?.body).includes(PLAN_TEXT));
    if (other) {
      return contradicted(other, `${other.request.operation}: a 403 with a different message`, {
        expected: `a 403 whose message contains "${PLAN_TEXT}"`,
        next: `Include "${PLAN_TEXT}" in the message: it lets clients distinguish a plan restriction from other rejections.`,
      });
    }
    return confirmedBy(rejected.length, 'a 403 with this message');
  },
};

/** The statuses among which the order of checks decides. Each status would be correct if the other errors were absent. */
const REJECTIONS = [400, 401, 403, 429];

const BOTH_WRONG = 'malformed VIN with wrong credentials';

const precedence: AssumptionCheck = {
  id: 'precedence',
  requests: (
    [
      // The user does not exist: invalid keys for an existing user could lock the account.
      { id: BOTH_WRONG, operation: 'decodeVin', status: '401', faults: { user: 'made-up', key: 'made-up' } },
      {
        id: 'malformed carId for an operation outside the plan',
        operation: 'getOemParts',
        status: '400',
        account: 'forbidden',
      },
      { id: 'malformed VIN with an exhausted allowance', operation: 'decodeVin', status: '400', account: 'exhausted' },
    ] as const
  ).map((request) => ({
    ...request,
    query: (good) => good.map(([name, value]) => [name, name === 'vin' || name === 'carId' ? '!' : value]),
  })),
  judge: (judgements, context) => {
    const by = ofProbe(judgements, context.id).find(({ request }) => request.id === BOTH_WRONG);
    const status = by?.response?.status;
    if (!by || status === undefined || REJECTIONS.includes(status)) return judgeStatuses(judgements, context);
    return brokenClause(by, `status ${status} to a ${BOTH_WRONG}`, {
      code: 'invalid-credentials',
      title: `A ${BOTH_WRONG} returns ${status}, not 401`,
      clause: 'authentication.3',
      expected: 'status 401',
      next: `Return 401 for a user that does not exist, not ${status}.`,
    });
  },
};

export const errors: readonly AssumptionCheck[] = [
  seen(
    'error-body',
    'an error with a valid body',
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
