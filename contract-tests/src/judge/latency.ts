import type { LatencyBudget } from '../plan/latency-budget.ts';
import type { Judgement, ViolationAcross } from './judgement.ts';

/** Compares the successes of a run with a latency budget: those of the document's method. It is reported at the slowest one. */
export function slowResponses(
  judgements: readonly Judgement[],
  { percent, milliseconds }: LatencyBudget,
): ViolationAcross[] {
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
      violation: {
        code: 'slow-responses',
        expected: `p${percent} of the successes within ${milliseconds} ms`,
        got: `p${percent} of ${Math.round(found.took)} ms; ${late} of ${timed.length} successes took longer, the slowest ${Math.round(slowest.took)} ms`,
        next: 'Look for the slow operations in report.json (made, milliseconds); measure again from a machine near the service.',
      },
    },
  ];
}
