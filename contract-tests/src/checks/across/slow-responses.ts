import type { ContractCheck } from '../check.ts';

// The finding is reported at the slowest successful response to the documented method.
export const slowResponses: ContractCheck = {
  code: 'slow-responses',
  level: 'warning',
  harm: 'Callers wait longer than the latency budget of this run allows.',
  title: 'Successful responses exceed the latency budget',
  explanation: '`--max-latency` applies to successful responses, from the request to the end of the response.',
  ofRun: (judgements, { maxLatency }) => {
    if (maxLatency === undefined) return [];
    const { percent, milliseconds } = maxLatency;
    const timed = judgements
      .filter(({ response, request }) => response?.status === 200 && request.method === undefined)
      .flatMap((by) => (by.milliseconds === undefined ? [] : [{ by, took: by.milliseconds }]))
      .sort((one, other) => one.took - other.took);
    // The nearest-rank method: with few responses, a high percentile is the slowest response.
    const found = timed[Math.ceil((percent / 100) * timed.length) - 1];
    const slowest = timed.at(-1);
    if (!found || !slowest || found.took <= milliseconds) return [];
    const late = timed.filter(({ took }) => took > milliseconds).length;
    return [
      {
        by: slowest.by,
        found: {
          expected: `p${percent} of the successes within ${milliseconds} ms`,
          got: `p${percent} of ${Math.round(found.took)} ms; ${late} of ${timed.length} successes took longer, the slowest ${Math.round(slowest.took)} ms`,
          next: 'Look for the slow operations in report.json (made, milliseconds); measure again from a machine near the service.',
        },
      },
    ];
  },
};
