/** Milliseconds: the pause after the first failure, and the longest. */
const [FIRST, LONGEST] = [100, 2_000];

/**
 * Keeps many requests from knocking at a server that is not there: after a failure nothing passes for a while, which
 * grows with each further failure. The pauses are random, so that instances do not come back at the same moment.
 */
export interface RetryGate {
  /** The failure to report at once instead of trying; undefined: try. */
  blockedBy(): unknown;
  failed(error: unknown): void;
  succeeded(): void;
}

/** A gate for one server, open at first. */
export function createRetryGate(): RetryGate {
  let failures = 0;
  let until = Number.NEGATIVE_INFINITY;
  let latest: unknown;
  return {
    blockedBy: () => (performance.now() < until ? latest : undefined),
    failed(error) {
      // Several connections fail together: they count as one failure.
      if (performance.now() < until) return;
      const pause = Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10));
      failures++;
      until = performance.now() + pause * (0.5 + Math.random() / 2);
      latest = error;
    },
    succeeded() {
      failures = 0;
    },
  };
}
