import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, resolve } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { pathsAt, textsAt, tryGit } from '../git.ts';

/** The files of a document, from a directory, a git revision or an npm package. */
export interface Tree {
  /** Name of the tree in messages, such as `git:v1.0.0`; empty for the working directory. */
  name: string;
  /** Path of the root document in the tree. */
  root: string;
  /** Returns the text of a file; undefined if the file does not exist. Paths are normalised and use `/`. */
  read: (path: string) => string | undefined;
}

/** Usual paths of a document in a directory, revision or package, for arguments that do not name a file. */
const ROOTS: readonly string[] = [
  'spec/openapi.yaml',
  'openapi.yaml',
  'openapi.yml',
  'openapi.json',
  'dist/openapi.yaml',
  'dist/openapi.json',
];

/** Returns the name of a file in a tree for a message. */
export const fileName = (tree: Tree, path: string): string => (tree.name === '' ? path : `${tree.name}:${path}`);

/**
 * Returns an argument for a message if it looks like a name or a path. Any other argument may be a misplaced key and is not shown.
 */
export const typed = (word: string): string =>
  /^[\w.@^~-]{1,20}$/.test(word) || /^[\w.@/\\^~: -]*[./\\][\w.@/\\^~: -]*$/.test(word)
    ? word
    : '(not shown, because it may be a secret)';

/**
 * Returns the tree of a document on this machine.
 * @param path a file, or a directory that contains the document under one of the usual names
 * @throws CannotRateError when the document does not exist
 */
export function diskTree(path: string): Tree {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory === undefined) {
    throw new CannotRateError(
      `${typed(path)}: there is no such file or directory; pass a document, git:REVISION or npm:PACKAGE@VERSION`,
    );
  }
  const found = isDirectory ? ROOTS.map((name) => join(path, name)).find(isFile) : path;
  if (found === undefined) {
    throw new CannotRateError(
      `${path}: expected a document in this directory (${ROOTS.join(', ')}), found none; specify the file`,
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
    throw new CannotRateError(`${path}: cannot be read (${code}); check its permissions`);
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Replaces backslashes by `/`, which document paths use even on Windows. */
const slashed = (path: string): string => path.replaceAll('\\', '/');

const PACKAGE = /^((?:@[\w.-]+\/)?[\w.-]+)@([\w.+-]+)(?::(.+))?$/;

/**
 * Returns the tree of a document in a published package, which npm fetches. This is the only function that uses the network.
 * @param spec `PACKAGE@VERSION`, or `PACKAGE@VERSION:PATH`
 * @throws CannotRateError when npm cannot fetch the package, or the package has no document
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
  // npm is a script on Windows. Only the validated name and version come from outside.
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (error || status !== 0) {
    const reason = error?.message ?? stderr.split('\n').find((line) => /^npm (error|ERR!) (?!code )/.test(line)) ?? '';
    throw new CannotRateError(
      `npm:${spec}: npm could not fetch the package (${reason.trim()}); check the name, the version and the registry`,
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
 * Returns the tree of a document at a commit, in the repository that contains a directory.
 * @param spec `REVISION`, or `REVISION:PATH` for a document without one of the usual names
 * @throws CannotRateError when the revision or the file does not exist
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
      `git:${typed(spec)}: expected the document ${path ?? ROOTS.join(' or ')} at this revision, found none; specify it as git:${revision}:PATH`,
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
  if (outside !== undefined) return 'this directory is not in a git repository; work in a clone, or compare files';
  const next = out.trim() === 'true' ? '`git fetch --unshallow --tags`' : '`git fetch --tags`, then check `git log`';
  return `there is no revision "${typed(revision)}" here; run ${next}`;
}
