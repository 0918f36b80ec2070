import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isMade, root } from './repository.ts';

/** A copy of the repository that a test may change. */
export interface Scratch {
  /** Absolute path. */
  root: string;
  remove(): void;
}

/** Caches and launchers of the package manager. */
const SKIPPED = ['.pnpm', '.vite', '.vite-temp', '.vitest-cache'];

/**
 * Copies what was written. In the copy the packages of the workspace find each other, because pnpm links them by relative
 * paths, and those of others stay where they are.
 * @param built also what was built from it
 */
export function scratchCopy({ built = false }: { built?: boolean } = {}): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  const isCopied = (path: string) => {
    const name = basename(path);
    if (name === 'node_modules' || (built && name === 'dist')) return true;
    return !isMade(name) && !SKIPPED.includes(name);
  };
  cpSync(root, folder, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  symlinkSync(join(root, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'));
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
