import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A function that stops a program or removes a file. */
export type Cleanup = () => unknown;

// Outside Vitest, scripts and benchmarks stop their own programs or handle the cleanups themselves.
let register: (cleanup: Cleanup) => void = () => undefined;

/** Sets the handler for cleanups in this process. */
export function handleCleanups(handle: (cleanup: Cleanup) => void): void {
  register = handle;
}

/** Runs a cleanup at the end of the test, or of the test file if it is called outside a test. */
export const cleanUpLater = (cleanup: Cleanup): void => register(cleanup);

/** Creates an empty directory. In a test, the directory is removed at the end of the test or the file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-test-'));
  cleanUpLater(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
