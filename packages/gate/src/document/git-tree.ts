import { posix } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { pathsAt, textsAt, tryGit } from '../git.ts';
import { ROOTS, type Tree, typed } from './tree.ts';

/**
 * A document at a commit of the repository around a directory.
 * @param spec `REVISION`, or `REVISION:PATH` for a document that has another name than the usual ones
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
