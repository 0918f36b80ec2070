import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, resolve } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { pathsAt, textsAt, tryGit } from '../git.ts';

/** Files that a document consists of, wherever they are kept. */
export interface Tree {
  /** How messages name the tree: `git:v1.0.0`; empty for the working directory. */
  name: string;
  /** The root document, as a path in the tree. */
  root: string;
  /** The text of a file; undefined if there is none. Paths are normalized and use `/`. */
  read: (path: string) => string | undefined;
}

/** Where a document is looked for, in a directory, a revision or a package that is named without a file. */
const ROOTS: readonly string[] = [
  'spec/openapi.yaml',
  'openapi.yaml',
  'openapi.yml',
  'openapi.json',
  'dist/openapi.yaml',
  'dist/openapi.json',
];

/** A file of a tree for a message. */
export const fileName = (tree: Tree, path: string): string => (tree.name === '' ? path : `${tree.name}:${path}`);

/**
 * A typed word for a message: a name or a path. Anything else may be a key in the wrong place and is not repeated.
 */
export const typed = (word: string): string =>
  /^[\w.@^~-]{1,20}$/.test(word) || /^[\w.@/\\^~: -]*[./\\][\w.@/\\^~: -]*$/.test(word)
    ? word
    : '(not shown, because it may be a secret)';

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

/** Paths of documents are written with `/`, even on Windows. */
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

/**
 * A document at a commit of the repository around a directory.
 * @param spec `REVISION`, or `REVISION:PATH` for a document without one of the usual names
 * @throws CannotRateError when there is no such revision or file
 */
export function gitTree(spec: string, cwd: string = process.cwd()): Tree {
  const [, revision = spec, path] = /^([^:]+):(.+)$/.exec(spec) ?? [];
  const { failure } = tryGit(cwd, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  if (failure !== undefined)
    throw new CannotRateError(`git:${typed(spec)}: ${unknownRevision(failure, revision, cwd)}`);
  const paths = pathsAt(cwd, revision);
  const root = (path === undefined ? ROOTS : [posix.normalize(path)]).find((name) => paths.includes(name));
  if (root === undefined) {
    throw new CannotRateError(
      `git:${typed(spec)}: expected the document ${path ?? ROOTS.join(' or ')} at this revision, found none; name it: git:${revision}:PATH`,
    );
  }
  const directory = posix.dirname(root);
  const files = textsAt(
    cwd,
    revision,
    paths.filter((name) => directory === '.' || name.startsWith(`${directory}/`)),
  );
  return { name: `git:${revision}`, root, read: (file) => files.get(posix.normalize(file)) };
}

function unknownRevision(failure: string, revision: string, cwd: string): string {
  if (failure.includes('not installed')) return `${failure}; install it, or compare files`;
  const { out, failure: outside } = tryGit(cwd, ['rev-parse', '--is-shallow-repository']);
  if (outside !== undefined) return 'this directory is not in a git repository; run it in one, or compare files';
  const next = out.trim() === 'true' ? '`git fetch --unshallow --tags`' : '`git fetch --tags`, and look with `git log`';
  return `there is no revision "${typed(revision)}" here; run ${next}`;
}
