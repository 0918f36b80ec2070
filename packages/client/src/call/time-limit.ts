/** The value that is thrown when the time limit is exceeded. */
export const timedOut: unknown = /*#__PURE__*/ new DOMException('Timeout', 'TimeoutError');

// A longer timer would overflow and fire after one millisecond.
export const LONGEST_TIMER: number = 2 ** 31 - 1;

export type OptionalSignal = AbortSignal | null | undefined;

/**
 * Runs work until a signal aborts or the time limit is exceeded. Then removes the timer and the listeners.
 * @param milliseconds 0 for no limit
 * @param work receives a signal that aborts in both cases
 * @throws the abort reason, `timedOut`, or the error from the work
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

/** Runs work until a signal aborts. @throws the abort reason, or the error from the work */
export const untilAborted = <T>(signals: OptionalSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeLimit(signals, 0, work);

/** Waits for the given time. @throws the abort reason of the signal */
export const sleep = (milliseconds: number, signal?: OptionalSignal): Promise<unknown> =>
  withTimeLimit([signal], milliseconds || 1, () => new Promise(() => {})).catch((reason) => {
    if (reason !== timedOut) throw reason;
  });

/** The callbacks of each signal. A signal has one listener for all callbacks, because runtimes warn about more than ten listeners. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls the callback when a signal aborts. Returns a function that removes the callback and any unused listener. */
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
