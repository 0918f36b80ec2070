import { posix } from 'node:path';
import { git, textsAt, tryGit } from '../git.ts';
import { parseJson } from '../json.ts';
import type { WorkspacePackage } from './workspace.ts';

/** The branch point, or the reason why it is unknown, in one line with the next step. */
export type BranchPoint = { commit: string; failure?: undefined } | { commit?: undefined; failure: string };

/** The changes on a branch since its branch point. */
export interface Branch {
  /** Commit of the branch point. */
  commit: string;
  /** Files that differ from the branch point, including new files, as paths relative to the root. */
  files: string[];
  /** Manifests of the packages at the branch point, by directory. Packages that were added later are not included. */
  manifests: Map<string, Record<string, unknown>>;
}

/**
 * Finds the commit at which this branch left the main branch. On the main branch itself, this is the last commit, so that uncommitted
 * changes are included.
 * @param branch the name of the main branch; if it does not exist locally, the branch on the remote `origin` is used
 */
export function branchPoint(cwd: string, branch: string): BranchPoint {
  for (const name of [branch, `origin/${branch}`]) {
    const { out } = tryGit(cwd, ['merge-base', name, 'HEAD']);
    if (out !== undefined) return { commit: out.trim() };
  }
  const { out: shallow, failure } = tryGit(cwd, ['rev-parse', '--is-shallow-repository']);
  if (failure !== undefined) {
    const next = failure.includes('not installed') ? 'install git' : 'work in a clone of the repository';
    return { failure: `the changes on this branch are unknown, because ${reason(failure)}; ${next}` };
  }
  const why = shallow?.trim() === 'true' ? 'this clone is shallow' : `there is no branch ${branch} here`;
  const next = shallow?.trim() === 'true' ? 'git fetch --unshallow --tags' : `git fetch origin ${branch}:${branch}`;
  return { failure: `the changes on this branch are unknown, because ${why}; run \`${next}\`` };
}

const reason = (failure: string): string =>
  failure.includes('not installed') ? 'git is not installed' : 'this is not a git repository';

/** Reads the differences between a commit and the working directory. @throws CannotRateError when git fails */
export function readBranch(root: string, commit: string, packages: readonly WorkspacePackage[]): Branch {
  const next = 'the changes on this branch are unknown; repair the clone';
  const list = (args: string[]) =>
    git(root, args, next)
      .split('\0')
      .filter((name) => name !== '');
  const tracked = list(['diff', '--name-only', '--no-renames', '-z', commit]);
  const files = [...new Set([...tracked, ...list(['ls-files', '--others', '--exclude-standard', '-z'])])].sort();
  return { commit, files, manifests: manifestsAt(root, commit, packages) };
}

function manifestsAt(root: string, commit: string, packages: readonly WorkspacePackage[]): Branch['manifests'] {
  const fileOf = ({ directory }: WorkspacePackage) => posix.join(directory, 'package.json');
  const texts = textsAt(root, commit, packages.map(fileOf));
  return new Map(
    packages.flatMap((one) => {
      const text = texts.get(fileOf(one));
      return text === undefined ? [] : [[one.directory, parseJson(text, `${commit}:${fileOf(one)}`)]];
    }),
  );
}
