import { tryGit } from '../git.ts';
import { compareVersions } from './version.ts';

/** Where a branch began, or why that is unknown, one line with the next step. */
export type BranchPoint = { commit: string; failure?: undefined } | { commit?: undefined; failure: string };

/** The root of the repository around a directory; undefined without git. */
export const repositoryRoot = (cwd: string): string | undefined =>
  tryGit(cwd, ['rev-parse', '--show-toplevel']).out?.trim();

/**
 * The commit at which this branch left the main one. On the main branch itself that is the last commit, so that what is not
 * committed counts.
 * @param branch its name; the one of the remote repository is taken where there is none here
 */
export function branchPoint(cwd: string, branch: string): BranchPoint {
  const { out: shallow, failure } = tryGit(cwd, ['rev-parse', '--is-shallow-repository']);
  if (failure !== undefined) {
    const next = failure.includes('not installed') ? 'install git' : 'work in a clone of the repository';
    return { failure: `what this branch adds is unknown, because ${reason(failure)}; ${next}` };
  }
  for (const name of [branch, `origin/${branch}`]) {
    const { out } = tryGit(cwd, ['merge-base', name, 'HEAD']);
    if (out !== undefined) return { commit: out.trim() };
  }
  const why = shallow?.trim() === 'true' ? 'this clone is shallow' : `there is no branch ${branch} here`;
  const next = shallow?.trim() === 'true' ? 'git fetch --unshallow --tags' : `git fetch origin ${branch}:${branch}`;
  return { failure: `what this branch adds is unknown, because ${why}; run \`${next}\`` };
}

const reason = (failure: string): string =>
  failure.includes('not installed') ? 'git is not installed' : 'this is not a git repository';

/** Files that differ between a commit and the working directory, new ones included; paths from the root. */
export function changedFiles(root: string, commit: string): string[] {
  const list = (args: string[]) => (tryGit(root, args).out ?? '').split('\0').filter((name) => name !== '');
  const tracked = list(['diff', '--name-only', '--no-renames', '-z', commit]);
  return [...new Set([...tracked, ...list(['ls-files', '--others', '--exclude-standard', '-z'])])].sort();
}

/** The last release of a package by its tag, `NAME@VERSION`, among those that lead to this commit. */
export function lastTag(root: string, name: string): string | undefined {
  const tags = (tryGit(root, ['tag', '--list', `${name}@*`, '--merged', 'HEAD']).out ?? '').split('\n');
  const versions = tags.filter((tag) => tag.startsWith(`${name}@`)).map((tag) => tag.slice(name.length + 1));
  const last = versions.sort(compareVersions).at(-1);
  return last === undefined ? undefined : `${name}@${last}`;
}

/** The text of a file at a commit; undefined if there is none. */
export const fileAt = (root: string, commit: string, path: string): string | undefined =>
  tryGit(root, ['show', `${commit}:${path}`]).out;
