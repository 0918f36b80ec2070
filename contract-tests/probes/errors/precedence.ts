import { type AssumptionProbe, judgeStatuses, probeRequest } from '../../src/judge/assumptions/assumption-probe.ts';

export const probe: AssumptionProbe = {
  // A user that no account has: wrong keys for one that there is could lock it out.
  requests: (operations) =>
    probeRequest(
      operations,
      {
        id: 'malformed VIN with wrong credentials',
        operation: 'decodeVin',
        status: '401',
        faults: { user: 'made-up', key: 'made-up' },
      },
      (good) => good.map(([name]) => [name, '!']),
    ),
  judge: judgeStatuses,
};
