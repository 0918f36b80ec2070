/** What can end work before it is done. */
export type End = 'timeout' | 'aborted';

// A longer timer overflows to one millisecond.
const LONGEST = 2 ** 31 - 1;

/**
 * Runs work until a signal aborts or the time is over, and leaves neither timer nor listener behind.
 * @param milliseconds 0 where the time is not limited
 * @param ended what work is worth that was ended
 */
export function limited<T>(
  signals: (AbortSignal | undefined)[],
  milliseconds: number,
  ended: (end: End) => T,
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
    const end = (reason: End) => {
      settle();
      controller.abort();
      resolve(ended(reason));
    };
    const abort = () => end('aborted');
    for (const signal of signals) {
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
    }
    if (milliseconds) timer = setTimeout(end, Math.min(milliseconds, LONGEST), 'timeout');
    work(controller.signal).then(resolve, reject).then(settle);
  });
}
