import {
  type AssumptionProbe,
  brokenClause,
  judgeStatuses,
  ofProbe,
  probeRequest,
} from '../../src/judge/assumptions/assumption-probe.ts';

/** What the order decides on: refusals that are all right by themselves. */
const REJECTIONS = [400, 401, 403, 429];

const ID = 'malformed VIN with wrong credentials';
const ADVICE = {
  [ID]: 'Check user and key before the other parameters: wrong credentials are refused with 401, whatever else is wrong.',
};

export const probe: AssumptionProbe = {
  // A user that no account has: wrong keys for one that there is could lock it out.
  requests: (operations) =>
    probeRequest(
      operations,
      {
        id: ID,
        operation: 'decodeVin',
        status: '401',
        faults: { user: 'made-up', key: 'made-up' },
      },
      (good) => good.map(([name]) => [name, '!']),
    ),
  judge: (judgements, context) => {
    const [by] = ofProbe(judgements, context.id);
    const status = by?.reply?.status;
    if (!by || status === undefined || REJECTIONS.includes(status)) return judgeStatuses(judgements, context, ADVICE);
    return brokenClause(by, `status ${status} to a request with made-up user and key and a malformed VIN`, {
      code: 'invalid-credentials',
      title: `A request with made-up user and key and a malformed VIN is answered with ${status}, not with 401`,
      clause: 'authentication.3',
      expected: 'status 401',
      next: `Answer 401 for a user that does not exist, not ${status}. The malformed VIN does not explain ${status} either: it would be 400.`,
    });
  },
};
