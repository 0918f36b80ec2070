import { spawnSync } from 'node:child_process';
import { NoVerdictError } from './no-verdict.ts';

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

/** As `tryGit`. @throws NoVerdictError when git fails; `next` says what to do */
export function git(cwd: string, args: readonly string[], next: string, input?: string): string {
  const { out, failure } = tryGit(cwd, args, input);
  if (failure !== undefined) throw new NoVerdictError(`git ${args[0]}: ${failure}; ${next}`);
  return out;
}

/** Files of a commit by path, from the directory that the pathspec names; all of them in one process. */
export function filesAt(cwd: string, revision: string, pathspec: string): Map<string, string> {
  const next = 'run it in a git repository';
  const names = git(cwd, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', revision, '--', pathspec], next);
  const paths = names.split('\0').filter((name) => name !== '');
  if (paths.length === 0) return new Map();
  const batch = paths.map((path) => `${revision}:${path}\n`).join('');
  const bytes = Buffer.from(git(cwd, ['cat-file', '--batch'], next, batch));
  const files = new Map<string, string>();
  let start = 0;
  for (const path of paths) {
    const end = bytes.indexOf('\n', start);
    const size = Number(bytes.subarray(start, end).toString().split(' ').at(-1));
    files.set(path, bytes.subarray(end + 1, end + 1 + size).toString());
    start = end + 1 + size + 1;
  }
  return files;
}
