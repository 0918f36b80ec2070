import { type Cleanup, handleCleanups } from '@vehicle-lookup/testing';

/**
 * A bench leaves no program and no directory behind: whatever @vehicle-lookup/testing starts or creates after this call is
 * killed or removed when this process ends, even by an error or a signal.
 */
export function cleanUpAtExit(): void {
  const cleanups: Cleanup[] = [];
  handleCleanups((cleanup) => cleanups.push(cleanup));
  process.on('exit', () => {
    // The last one first: programs end before the directories that they write to are removed.
    for (const cleanup of cleanups.reverse()) {
      try {
        cleanup();
      } catch (error) {
        console.error(`Not cleaned up: ${(error as Error).message}`);
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
