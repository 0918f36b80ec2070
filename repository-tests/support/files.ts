import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './repository.ts';

/** File, from the repository's root → content. */
export type Files = Map<string, string>;

/** Reads all files of a repository. */
export const readFiles = (repository: string): Files =>
  new Map(sourceFiles(repository).map((file) => [file, readFileSync(join(repository, file), 'latin1')]));

/** The files that were added, removed or changed. */
export function changedFiles(before: Files, after: Files): string[] {
  const all = [...new Set([...before.keys(), ...after.keys()])].sort();
  return all.filter((file) => before.get(file) !== after.get(file));
}
