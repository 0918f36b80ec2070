const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes temporary data when a signal ends the process, and then lets the signal end it.
 * @returns the function to call when there is nothing to remove any more
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
