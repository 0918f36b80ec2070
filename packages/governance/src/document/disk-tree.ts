import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { ROOTS, type Tree, typed } from './tree.ts';

/**
 * A document on this machine.
 * @param path a file, or a directory that holds the document under one of the usual names
 * @throws NoVerdictError when there is none
 */
export function diskTree(path: string): Tree {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory === undefined) {
    throw new CannotRateError(
      `${typed(path)}: there is no such file or directory; give a document, or git:REVISION, or npm:PACKAGE@VERSION`,
    );
  }
  const found = isDirectory ? ROOTS.map((name) => join(path, name)).find(isFile) : path;
  if (found === undefined) {
    throw new CannotRateError(
      `${path}: expected a document in this directory (${ROOTS.join(', ')}), found none; name the file`,
    );
  }
  return { name: '', root: slashed(relative('.', resolve(found)) || found), read };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CannotRateError(`${path}: cannot be read (${code}); check its owner and mode`);
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Paths of documents are written with `/`, also on Windows. */
const slashed = (path: string): string => path.replaceAll('\\', '/');
