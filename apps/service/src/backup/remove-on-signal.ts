const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes what must not be left behind when a signal ends the process, which it then does as it would have.
 * @returns to be called when there is nothing to remove any more
 */
export function removeOnSignal(remove: () => void): () => void {
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    forget();
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return forget;
}
