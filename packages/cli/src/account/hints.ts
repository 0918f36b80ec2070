import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDirectory, writePrivately } from './profiles.ts';

/** The last statements of a service, from a file of the settings directory. The file may be lost or broken. */
export const readHint = (file: string, name: string): unknown => readHints(file).get(name);

/** Keeps what a service said, if there is a settings directory: `login` makes it. */
export function keepHint(file: string, name: string, value: unknown): void {
  if (!existsSync(configDirectory())) return;
  try {
    writePrivately(file, readHints(file).set(name, value));
  } catch {} // A hint that is lost costs nothing.
}

function readHints(file: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(join(configDirectory(), file), 'utf8'))));
  } catch {
    return new Map();
  }
}
