import { spawnSync } from 'node:child_process';
import { CannotRateError } from './cannot-rate.ts';

/** What a git command prints, or why it failed, one line. */
export type GitResult = { out: string; failure?: undefined } | { out?: undefined; failure: string };

/**
 * Runs git in a directory.
 * @param input for its standard input
 */
export function tryGit(cwd: string, args: readonly string[], input?: string): GitResult {
  const options = { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, LC_ALL: 'C' } } as const;
  const { status, stdout, stderr, error } = spawnSync('git', args, options);
  if (error) return { failure: 'git is not installed' };
  return status === 0 ? { out: stdout } : { failure: stderr.trim().split('\n')[0] ?? `git ended with ${status}` };
}

/** As `tryGit`. @throws CannotRateError when git fails; `next` says what to do */
export function git(cwd: string, args: readonly string[], next: string, input?: string): string {
  const { out, failure } = tryGit(cwd, args, input);
  if (failure !== undefined) throw new CannotRateError(`git ${args[0]}: ${failure}; ${next}`);
  return out;
}

/** Whether a commit has a file. */
export const isAt = (cwd: string, commit: string, path: string): boolean =>
  tryGit(cwd, ['cat-file', '-e', `${commit}:${path}`]).failure === undefined;

const NEXT = 'run it in a git repository';

/** The paths of all files of a commit. @throws CannotRateError when there is no such commit */
export const pathsAt = (cwd: string, revision: string): string[] =>
  git(cwd, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', revision], NEXT)
    .split('\0')
    .filter((name) => name !== '');

/** The texts of files of a commit by path, read by one process; missing files are left out. */
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
