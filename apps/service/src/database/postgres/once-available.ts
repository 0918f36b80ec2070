import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from '../storage-error.ts';

/** How long a start waits for an engine that starts, too. A supervisor starts the service again after that. */
const LONGEST_MS = 10_000;
/** The pause between two attempts, at most. */
const PAUSE_MS = 500;

/**
 * Runs `work`, again and again while the database cannot be reached, for ten seconds. A wrong password and everything else
 * that waiting does not correct fails at once.
 */
export async function onceAvailable<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof StorageError && error.reason === 'unavailable';
      if (!mayPass || performance.now() > end) throw error;
      await wait(PAUSE_MS * (0.5 + Math.random() / 2));
    }
  }
}
