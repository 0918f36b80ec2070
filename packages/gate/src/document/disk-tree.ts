import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { ROOTS, type Tree, typed } from './tree.ts';

/**
 * A document on this machine.
 * @param path a file, or a directory that holds the document under one of the usual names
 * @throws CannotRateError when there is none
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

const PACKAGE = /^((?:@[\w.-]+\/)?[\w.-]+)@([\w.+-]+)(?::(.+))?$/;

/**
 * The document of a published package. npm fetches it: this is the only place that uses the network.
 * @param spec `PACKAGE@VERSION`, or `PACKAGE@VERSION:PATH`
 * @throws CannotRateError when npm cannot fetch it, or it has no document
 */
export function npmTree(spec: string): Tree {
  const [, name, version, path] = PACKAGE.exec(spec) ?? [];
  if (name === undefined) {
    throw new CannotRateError(`npm:${typed(spec)}: expected npm:PACKAGE@VERSION, as in npm:@vehicle-lookup/spec@1.0.0`);
  }
  const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-gate-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const args = [
    'install',
    '--prefix',
    directory,
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    `${name}@${version}`,
  ];
  // npm is a script on Windows; nothing but the checked name and version comes from outside.
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (error || status !== 0) {
    const reason = error?.message ?? stderr.split('\n').find((line) => /^npm (error|ERR!) (?!code )/.test(line)) ?? '';
    throw new CannotRateError(
      `npm:${spec}: npm could not fetch it (${reason.trim()}); check the name, the version and the registry`,
    );
  }
  const home = join(directory, 'node_modules', name);
  try {
    return { ...diskTree(path === undefined ? home : join(home, path)), name: `npm:${name}@${version}` };
  } catch {
    throw new CannotRateError(
      `npm:${spec}: expected a document in the package (${path ?? ROOTS.join(', ')}), found none`,
    );
  }
}
