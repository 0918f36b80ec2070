import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and its missing parents. `mkdirSync` with `recursive` never returns if the system reports ENOENT
 * below an existing directory, as in /proc (Node.js 20 and 24).
 * @throws the error of the operating system
 */
export function createDirectory(directory: string): void {
  if (isDirectory(directory)) return;
  const parent = dirname(resolve(directory));
  if (parent !== resolve(directory)) createDirectory(parent);
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process may have created the directory.
    if (!isDirectory(directory)) throw error;
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
