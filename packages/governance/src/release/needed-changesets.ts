import { covers, type Impact } from '../comparison/change.ts';
import type { ReleaseProblem } from '../report/report.ts';
import { neededBump } from './version.ts';
import type { WorkspacePackage } from './workspace.ts';

export interface Needs {
  /** Packages whose published content changed. */
  changed: readonly WorkspacePackage[];
  /** What releases them: the bump of each package by changesets, and by a version that is higher already. */
  given: (one: WorkspacePackage) => Impact | undefined;
  /** The package of the document. */
  contract: string;
  /** The impact of the changes of the contract. */
  impact: Impact | undefined;
  /** The released version that the bump starts from. */
  versionOf: (one: WorkspacePackage) => string;
  /** For messages: `since this branch began`. */
  since: string;
}

/** Packages that changed without a changeset, or with one that raises too small a part of the version. */
export function missingChangesets({ changed, given, contract, impact, versionOf, since }: Needs): ReleaseProblem[] {
  return changed.flatMap((one): ReleaseProblem[] => {
    const { name } = one;
    const needed = name === contract && impact !== undefined ? neededBump(impact, versionOf(one)) : 'patch';
    const bump = given(one);
    const file = '';
    if (bump === undefined) {
      const what = `${name} changed ${since}, and no changeset names it; it needs ${needed}.`;
      return [
        {
          code: 'changeset-missing',
          fails: true,
          file,
          what,
          next: `Run \`pnpm exec changeset\`, or write .changeset/<name>.md with '${name}': ${needed}.`,
        },
      ];
    }
    if (covers(bump, needed)) return [];
    const what = `${name} is released as ${bump}, and its changes ${since} need ${needed}.`;
    return [{ code: 'bump-too-small', fails: true, file, what, next: `Write '${name}': ${needed} in the changeset.` }];
  });
}
