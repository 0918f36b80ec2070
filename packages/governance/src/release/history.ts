import { tryGit } from '../git.ts';
import { compareVersions } from './version.ts';

/** The root of the repository around a directory; undefined without git. */
export const repositoryRoot = (cwd: string): string | undefined =>
  tryGit(cwd, ['rev-parse', '--show-toplevel']).out?.trim();

/** The last release of a package by its tag, `NAME@VERSION`, among the tags that lead to this commit. */
export function lastTag(root: string, name: string): string | undefined {
  const tags = (tryGit(root, ['tag', '--list', `${name}@*`, '--merged', 'HEAD']).out ?? '').split('\n');
  const versions = tags.filter((tag) => tag.startsWith(`${name}@`)).map((tag) => tag.slice(name.length + 1));
  const last = versions.sort(compareVersions).at(-1);
  return last === undefined ? undefined : `${name}@${last}`;
}
