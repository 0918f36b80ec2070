import { type Cleanup, handleCleanups } from '@vehicle-lookup/testing';

/**
 * Registers a cleanup for the exit of this process, even after an error or a signal. The cleanup kills programs and removes
 * directories that @vehicle-lookup/testing starts or creates after this call.
 */
export function cleanUpAtExit(): void {
  const cleanups: Cleanup[] = [];
  handleCleanups((cleanup) => cleanups.push(cleanup));
  process.on('exit', () => {
    // In reverse order, so that programs exit before their directories are removed.
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
