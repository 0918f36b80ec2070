import { type AssumptionProbe, confirmedBy } from '../../src/judge/assumptions/assumption-probe.ts';

// An empty credential is missing or invalid: a service that accepts it breaks the clause under either reading.
export const probe: AssumptionProbe = {
  judge: (judgements) =>
    confirmedBy(
      judgements.filter(
        ({ request, reply }) => reply?.status === 401 && Object.values(request.faults ?? {}).includes('empty'),
      ).length,
      'an empty credential answered with 401',
    ),
};
