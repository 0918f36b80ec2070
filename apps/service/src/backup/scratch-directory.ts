import { mkdtempSync, rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` in a new directory, which is removed afterwards, even if a signal ends the process.
 * @param prefix beginning of the directory path
 */
export async function withScratchDirectory<T>(prefix: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(prefix);
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, end);
    rmSync(scratch, { recursive: true, force: true });
  };
  const end = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work(scratch);
  } finally {
    remove();
  }
}
