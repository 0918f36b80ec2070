import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDirectory, writePrivately } from './profiles.ts';

/** A file of the settings directory that has what services last said. Nothing depends on it: it may be lost, or broken. */
export interface Hints {
  /** What is kept under a name; undefined if nothing is. */
  read(name: string): unknown;
  /** Keeps a value, if there is a settings directory: `login` makes it. */
  keep(name: string, value: unknown): void;
}

/** @param file its name */
export function hintsIn(file: string): Hints {
  const pathIn = (directory: string) => join(directory, file);
  const readAll = (): Map<string, unknown> => {
    try {
      const all: unknown = JSON.parse(readFileSync(pathIn(configDirectory()), 'utf8'));
      return new Map(Array.isArray(all) ? [] : Object.entries(Object(all)));
    } catch {
      return new Map();
    }
  };
  return {
    read: (name) => readAll().get(name),
    keep(name, value) {
      const directory = configDirectory();
      if (!existsSync(directory)) return;
      try {
        writePrivately(directory, pathIn(directory), Object.fromEntries(readAll().set(name, value)));
      } catch {} // A hint that is lost costs nothing.
    },
  };
}
