import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from '../storage-error.ts';

/** Milliseconds between two tries. */
const STEP = 10;

/**
 * Runs `work`, and again while another process keeps the file locked. SQLite's own way of waiting would block the whole
 * process. Without a lock the result is there at once.
 * @param waitMs how long to wait; 0: not at all
 * @throws StorageError if the file is still locked then; whatever else `work` throws
 */
export function retryWhileLocked<T>(work: () => T, waitMs: number): T | Promise<T> {
  try {
    return work();
  } catch (error) {
    if (waitMs === 0 || !isLocked(error)) throw error;
    return retry(work, performance.now() + waitMs);
  }
}

async function retry<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    await wait(STEP);
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
    }
  }
}

const isLocked = (error: unknown): boolean => error instanceof StorageError && error.reason === 'locked';
