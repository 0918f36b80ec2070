import { onAbort } from './abort.ts';

/** What is thrown when the time is over. */
export const timedOut: unknown = /*#__PURE__*/ new DOMException('The time is over.', 'TimeoutError');

// A longer timer would overflow and fire after one millisecond.
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs work until a signal aborts or the time is over. Leaves no timer and no listener behind.
 * @param milliseconds 0 for no limit
 * @throws the reason of the signal, `timedOut`, or what the work throws
 */
export function withTimeLimit<T>(
  signals: (AbortSignal | null | undefined)[],
  milliseconds: number | undefined,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  const given = signals.filter((signal) => !!signal);
  if (!milliseconds && !given.length) return work();
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      for (const leave of leaving) leave();
    };
    const end = (reason: unknown) => {
      settle();
      controller.abort(reason);
      reject(reason);
    };
    const leaving = given.map((signal) => onAbort(signal, () => end(signal.reason)));
    const aborted = given.find((signal) => signal.aborted);
    if (aborted) return end(aborted.reason);
    if (milliseconds) timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER), timedOut);
    work(controller.signal).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error) => {
        settle();
        reject(error);
      },
    );
  });
}

/** Waits. @throws the reason of a signal when it aborts */
export const sleep = (milliseconds: number, ...signals: (AbortSignal | null | undefined)[]): Promise<unknown> =>
  withTimeLimit(signals, milliseconds || 1, () => new Promise(() => {})).catch((reason) => {
    if (reason !== timedOut) throw reason;
  });
