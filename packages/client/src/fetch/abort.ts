/** Who waits for a signal. A signal gets one listener for all: runtimes warn about more than ten. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when a signal aborts. Returns a function that ends this; then no listener is left behind. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = waiting.get(signal) ?? new Set();
  waiting.set(signal, callbacks);
  if (!callbacks.size) signal.addEventListener('abort', callAll);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (!callbacks.size) signal.removeEventListener('abort', callAll);
  };
}

function callAll({ target }: Event): void {
  for (const callback of [...(waiting.get(target as AbortSignal) ?? [])]) callback();
}
