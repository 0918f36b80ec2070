/** What can end work before it is done. */
export type EarlyEnd = 'timeout' | 'aborted';

// A longer timer would overflow and fire after one millisecond.
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs work until a signal aborts or the time is over. Leaves no timer and no listener behind.
 * @param milliseconds 0 for no limit
 * @param ended makes the result of work that was ended early
 */
export function withTimeLimit<T>(
  signals: (AbortSignal | undefined)[],
  milliseconds: number,
  ended: (end: EarlyEnd) => T,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!milliseconds && !signals.some(Boolean)) return work();
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', abort);
    };
    const end = (reason: EarlyEnd) => {
      settle();
      controller.abort();
      resolve(ended(reason));
    };
    const abort = () => end('aborted');
    for (const signal of signals) {
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
    }
    if (milliseconds) timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER), 'timeout');
    work(controller.signal).then(resolve, reject).then(settle);
  });
}
