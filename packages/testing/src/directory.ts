import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpLater } from './cleanup.ts';

/** Creates an empty directory. In a test it is removed at the end of the test, or of the file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-test-'));
  cleanUpLater(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
