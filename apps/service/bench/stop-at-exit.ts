/** Ends processes when this one ends, also by an error or a signal: a bench leaves none behind. */
export function stopAtExit(pids: () => readonly (number | undefined)[]): void {
  process.on('exit', () => {
    for (const pid of pids()) {
      try {
        if (pid) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
