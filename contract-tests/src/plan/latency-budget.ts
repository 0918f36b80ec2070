import { RunError } from '../run-error.ts';

/** A latency budget: the percentage of successful responses that must complete within a time. */
export interface LatencyBudget {
  /** The percentile, from 1 to 100. 100 is the slowest response. */
  percent: number;
  milliseconds: number;
}

/**
 * Reads a latency budget such as `p95=800ms` or `p50=1.5s`.
 * @throws RunError if the format is invalid, or if the target is a mock, whose latency is meaningless
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
