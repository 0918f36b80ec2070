import { type Change, covers, highest, type Impact } from '../comparison/change.ts';
import type { LoadedDocument } from '../document/load.ts';
import type { ReleaseProblem } from '../report/report.ts';
import type { Branch } from './branch.ts';
import { bumps, fixedGroups, readChangesets } from './changesets.ts';
import { changedPackages } from './content.ts';
import type { Repository } from './repository.ts';
import { bumpBetween, neededBump } from './version.ts';
import { packagesShowing, type WorkspacePackage } from './workspace.ts';

/** How the document of this branch differs from the last release, and from what this branch began from. */
export interface DocumentChanges {
  /** The last release; undefined before the first one. */
  base: LoadedDocument | undefined;
  /** Since the base. */
  changes: readonly Change[];
  /** What this branch did. */
  branch: Branch;
  /** What this branch changed in the contract. */
  news: readonly Change[];
}

/** Packages that the changesets do not release as they have to: since this branch began, and since the last release. */
export function unreleased(document: DocumentChanges, repository: Repository): ReleaseProblem[] {
  const changesets = readChangesets(repository.root);
  const groups = fixedGroups(repository.root);
  const pending = bumps(changesets, groups);
  const { base, changes, branch, news } = document;
  const own = changesets.filter(({ file }) => branch.files.includes(file));
  return [
    ...onBranch(branch, news, bumps(own, groups), repository),
    ...(base ? sinceRelease(base, changes, pending, repository) : neverReleased(pending, repository)),
  ];
}

/** @param given the bumps of the branch's own changesets, by package */
function onBranch(
  branch: Branch,
  news: readonly Change[],
  given: ReadonlyMap<string, Impact>,
  { root, packages, own }: Repository,
): ReleaseProblem[] {
  const versionOf = ({ directory }: WorkspacePackage) => String(branch.manifests.get(directory)?.version ?? '0.0.0');
  const impact = highest(news.map((change) => change.impact));
  const shown = packagesShowing(own, packages, fixedGroups(root));
  // Where the contract breaks callers, so does every package that shows it, whether or not a file of it changed.
  const broken = impact === 'major' ? shown.filter(({ isPrivate }) => !isPrivate) : [];
  const changed = changedPackages(root, branch, packages);
  return missingChangesets({
    changed: [...new Set([...changed, ...broken])],
    given: (one) => higher(given.get(one.name), bumpBetween(versionOf(one), one.version)),
    shown,
    impact,
    versionOf,
    since: (one) => (changed.includes(one) ? 'on this branch' : 'with the contract on this branch'),
  });
}

function sinceRelease(
  base: LoadedDocument,
  changes: readonly Change[],
  pending: ReadonlyMap<string, Impact>,
  { own }: Repository,
): ReleaseProblem[] {
  const released = String(base.document.info?.version ?? '0.0.0');
  return missingChangesets({
    changed: changes.length > 0 ? [own] : [],
    given: (one) => higher(pending.get(one.name), bumpBetween(released, one.version)),
    shown: [own],
    impact: highest(changes.map(({ impact }) => impact)),
    versionOf: () => released,
    since: () => `since ${base.name}`,
  });
}

/** Packages without a version: the first release has to name each of them. */
function neverReleased(pending: ReadonlyMap<string, Impact>, { packages }: Repository): ReleaseProblem[] {
  return missingChangesets({
    changed: packages.filter(({ isPrivate, name, version }) => !isPrivate && version === '0.0.0' && !pending.has(name)),
    given: () => undefined,
    shown: [],
    impact: undefined,
    versionOf: () => '0.0.0',
    since: () => 'before the first release',
  });
}

const higher = (a: Impact | undefined, b: Impact | undefined): Impact | undefined =>
  a === undefined || (b !== undefined && covers(b, a)) ? b : a;

interface Needs {
  /** Packages whose published content changed. */
  changed: readonly WorkspacePackage[];
  /** What releases them: the bump of each package by changesets, and by a version that is higher already. */
  given: (one: WorkspacePackage) => Impact | undefined;
  /** The package of the document, and those that show it to whoever installs them. */
  shown: readonly WorkspacePackage[];
  /** The impact of the changes of the contract. */
  impact: Impact | undefined;
  /** The released version that the bump starts from. */
  versionOf: (one: WorkspacePackage) => string;
  /** For messages: `on this branch`. */
  since: (one: WorkspacePackage) => string;
}

/** Packages that changed without a changeset, or with one that raises too small a part of the version. */
function missingChangesets({ changed, given, shown, impact, versionOf, since }: Needs): ReleaseProblem[] {
  return changed.flatMap((one): ReleaseProblem[] => {
    const { name } = one;
    const needed = shown.includes(one) && impact !== undefined ? neededBump(impact, versionOf(one)) : 'patch';
    const bump = given(one);
    const file = '';
    if (bump === undefined) {
      const what = `${name} changed ${since(one)}, and no changeset names it; it needs ${needed}.`;
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
    const what = `${name} is released as ${bump}, and its changes ${since(one)} need ${needed}.`;
    return [{ code: 'bump-too-small', fails: true, file, what, next: `Write '${name}': ${needed} in the changeset.` }];
  });
}
