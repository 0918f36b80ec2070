import { RunError } from '../run-error.ts';

/** How long the successes of a run may take: a percentage of them must complete within a time. */
export interface LatencyBudget {
  /** From 1 to 100; 100 is the slowest. */
  percent: number;
  milliseconds: number;
}

/**
 * Reads `p95=800ms` or `p50=1.5s`.
 * @throws RunError on any other text, and for a mock: its times say nothing
 */
export function latencyBudgetOf(text: string, target: 'mock' | 'service'): LatencyBudget {
  const [, percent, time, unit] = /^p([1-9]\d?|100)=(\d{1,6}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? [];
  const milliseconds = Number(time) * (unit === 's' ? 1000 : 1);
  if (!(milliseconds > 0)) {
    throw new RunError('--max-latency: expected a percentile and a time, such as p95=800ms or p50=1.5s');
  }
  if (target === 'mock') throw new RunError('--max-latency: the latency of a mock is meaningless; verify a service');
  return { percent: Number(percent), milliseconds };
}
