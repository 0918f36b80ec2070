import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and what is missing above it. `mkdirSync` with `recursive` never returns where the system answers
 * ENOENT below a directory that exists, as in /proc (Node.js 20 and 24).
 * @throws the error of the operating system
 */
export function createDirectory(directory: string): void {
  if (isDirectory(directory)) return;
  const parent = dirname(resolve(directory));
  if (parent !== resolve(directory)) createDirectory(parent);
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process may have created it.
    if (!isDirectory(directory)) throw error;
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
