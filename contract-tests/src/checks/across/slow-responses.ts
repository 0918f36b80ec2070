import type { ContractCheck } from '../check.ts';

// It is reported at the slowest success of the document's method.
export const slowResponses: ContractCheck = {
  code: 'slow-responses',
  level: 'warning',
  harm: 'The user of this run set the budget, so callers wait longer than planned.',
  title: 'Successes take longer than the latency budget',
  explanation: 'The budget of `--max-latency` counts the successes, from the request to the end of the response.',
  ofRun: (judgements, { maxLatency }) => {
    if (maxLatency === undefined) return [];
    const { percent, milliseconds } = maxLatency;
    const timed = judgements
      .filter(({ response, request }) => response?.status === 200 && request.method === undefined)
      .flatMap((by) => (by.milliseconds === undefined ? [] : [{ by, took: by.milliseconds }]))
      .sort((one, other) => one.took - other.took);
    // The nearest rank: of few responses a high percentile is the slowest.
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
