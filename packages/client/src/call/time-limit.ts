/** What is thrown when the time is over. */
export const timedOut: unknown = /*#__PURE__*/ new DOMException('Timeout', 'TimeoutError');

// A longer timer would overflow and fire after one millisecond.
export const LONGEST_TIMER: number = 2 ** 31 - 1;

export type OptionalSignal = AbortSignal | null | undefined;

/**
 * Runs work until a signal aborts or the time is over. Leaves no timer and no listener behind.
 * @param milliseconds 0 for no limit
 * @param work gets a signal that aborts in both cases
 * @throws the reason of the signal, `timedOut`, or what the work throws
 */
export function withTimeLimit<T>(
  signals: OptionalSignal[],
  milliseconds: number | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const given = signals.filter((signal) => !!signal);
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
    work(controller.signal).finally(settle).then(resolve, reject);
  });
}

/** Runs work until a signal aborts. @throws the reason of the signal, or what the work throws */
export const untilAborted = <T>(signals: OptionalSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeLimit(signals, 0, work);

/** Waits. @throws the reason of the signal when it aborts */
export const sleep = (milliseconds: number, signal?: OptionalSignal): Promise<unknown> =>
  withTimeLimit([signal], milliseconds || 1, () => new Promise(() => {})).catch((reason) => {
    if (reason !== timedOut) throw reason;
  });

/** The callbacks of each signal. It gets one listener for all of them: runtimes warn about more than ten. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when a signal aborts. Returns a function that ends this; then no listener is left behind. */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set();
  callbacksOf.set(signal, callbacks);
  if (!callbacks.size) signal.addEventListener('abort', callAll);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (!callbacks.size) signal.removeEventListener('abort', callAll);
  };
}

function callAll({ target }: Event): void {
  for (const callback of [...(callbacksOf.get(target as AbortSignal) ?? [])]) callback();
}
