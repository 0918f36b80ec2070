import { spawnSync } from 'node:child_process';
import { CannotRateError } from './cannot-rate.ts';

/** Output of a git command, or the reason for its failure in one line. */
export type GitResult = { out: string; failure?: undefined } | { out?: undefined; failure: string };

/**
 * Runs git in a directory.
 * @param input text for the standard input of git
 */
export function tryGit(cwd: string, args: readonly string[], input?: string): GitResult {
  const options = { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, LC_ALL: 'C' } } as const;
  const { status, stdout, stderr, error } = spawnSync('git', args, options);
  if (error) return { failure: 'git is not installed' };
  return status === 0 ? { out: stdout } : { failure: stderr.trim().split('\n')[0] ?? `git exited with ${status}` };
}

/** Runs git and returns its output. @param next the next step for the error message @throws CannotRateError when git fails */
export function git(cwd: string, args: readonly string[], next: string, input?: string): string {
  const { out, failure } = tryGit(cwd, args, input);
  if (failure !== undefined) throw new CannotRateError(`git ${args[0]}: ${failure}; ${next}`);
  return out;
}

/** Returns whether a commit contains a file. */
export const isAt = (cwd: string, commit: string, path: string): boolean =>
  tryGit(cwd, ['cat-file', '-e', `${commit}:${path}`]).failure === undefined;

const NEXT = 'run the command in a git repository';

/** Returns the paths of all files in a commit. @throws CannotRateError when the commit does not exist */
export const pathsAt = (cwd: string, revision: string): string[] =>
  git(cwd, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', revision], NEXT)
    .split('\0')
    .filter((name) => name !== '');

/** Returns the contents of a commit's files by path. A single git process reads all files. Missing files are omitted. */
export function textsAt(cwd: string, revision: string, paths: readonly string[]): Map<string, string> {
  if (paths.length === 0) return new Map();
  const batch = paths.map((path) => `${revision}:${path}\n`).join('');
  const bytes = Buffer.from(git(cwd, ['cat-file', '--batch'], NEXT, batch));
  const texts = new Map<string, string>();
  let start = 0;
  for (const path of paths) {
    const end = bytes.indexOf('\n', start);
    const head = bytes.subarray(start, end).toString();
    start = end + 1;
    if (head.endsWith(' missing')) continue;
    const size = Number(head.split(' ').at(-1));
    texts.set(path, bytes.subarray(start, start + size).toString());
    start += size + 1;
  }
  return texts;
}
