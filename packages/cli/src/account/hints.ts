import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDirectory, writePrivately } from './profiles.ts';

/** Returns stored data from a service's last responses, or undefined if the file is missing or invalid. */
export const readHint = (file: string, name: string): unknown => readHints(file).get(name);

/** Stores data from a service's response if the settings directory exists. `login` and `usage` create the directory. */
export function keepHint(file: string, name: string, value: unknown): void {
  if (!existsSync(configDirectory())) return;
  try {
    writePrivately(file, readHints(file).set(name, value));
  } catch {} // Hints are optional, so write errors are ignored.
}

function readHints(file: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(join(configDirectory(), file), 'utf8'))));
  } catch {
    return new Map();
  }
}
