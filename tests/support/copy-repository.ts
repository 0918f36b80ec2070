import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { isGenerated, sourceFiles } from './repository.ts';

/** Caches and launchers of the package manager. */
const SKIPPED = ['.pnpm', '.vite', '.vite-temp', '.vitest-cache'];

/**
 * Copies the repository's sources for a test that changes them. In the copy, the workspace packages resolve each other, because
 * pnpm links them with relative paths. Third-party packages are not copied.
 * @param built whether build results are also copied
 * @returns the root of the copy, which is removed at the end of the test or file
 */
export function copyRepository({ built = false }: { built?: boolean } = {}): string {
  const copy = temporaryDirectory();
  const isCopied = (path: string) => {
    const name = basename(path);
    if (name === 'node_modules' || (built && name === 'dist')) return true;
    return !isGenerated(name) && !SKIPPED.includes(name);
  };
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  symlinkSync(join(root, 'node_modules/.pnpm'), join(copy, 'node_modules/.pnpm'));
  return copy;
}

/** File, relative to the repository root → content. */
export type Files = Map<string, string>;

/** Reads all files of a repository. */
export const readFiles = (repository: string): Files =>
  new Map(sourceFiles(repository).map((file) => [file, readFileSync(join(repository, file), 'latin1')]));

/** Returns the files that were added, removed or changed. */
export function changedFiles(before: Files, after: Files): string[] {
  const all = [...new Set([...before.keys(), ...after.keys()])].sort();
  return all.filter((file) => before.get(file) !== after.get(file));
}
