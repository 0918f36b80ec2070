import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { type Change, covers, highest, type Impact } from '../comparison/change.ts';
import type { LoadedDocument } from '../document/load.ts';
import { problem, type ReleaseProblem } from '../report/report.ts';
import type { Branch } from './branch.ts';
import { bumps, fixedGroups, readChangesets } from './changesets.ts';
import type { Repository } from './repository.ts';
import { bumpBetween, neededBump } from './version.ts';
import { packageOf, packagesShowing, type WorkspacePackage } from './workspace.ts';

/** Changes to this branch's document since the last release and since the branch point. */
export interface DocumentChanges {
  /** The last release; undefined before the first release. */
  base: LoadedDocument | undefined;
  /** Changes since the base. */
  changes: readonly Change[];
  /** This branch with its changed files. */
  branch: Branch;
  /** Changes to the contract on this branch. */
  news: readonly Change[];
}

/** Reports packages with a missing or insufficient changeset, since the branch point and since the last release. */
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

/** Reports problems with the changes on this branch. @param given the bumps of the branch's own changesets, by package */
function onBranch(
  branch: Branch,
  news: readonly Change[],
  given: ReadonlyMap<string, Impact>,
  { root, packages, own }: Repository,
): ReleaseProblem[] {
  const versionOf = ({ directory }: WorkspacePackage) => String(branch.manifests.get(directory)?.version ?? '0.0.0');
  const impact = highest(news.map((change) => change.impact));
  const shown = packagesShowing(own, packages, fixedGroups(root));
  // If the contract breaks callers, every package that exposes the contract breaks them as well, even if its files did not change.
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

/** Reports public packages without a version or a changeset. The first release must include each of them. */
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
  /** Returns the bump for a package, from the changesets or from a version that is already higher. */
  given: (one: WorkspacePackage) => Impact | undefined;
  /** The package of the document and the packages that expose the contract to their users. */
  shown: readonly WorkspacePackage[];
  /** Highest impact of the contract changes. */
  impact: Impact | undefined;
  /** Returns the released version to which the bump applies. */
  versionOf: (one: WorkspacePackage) => string;
  /** Returns the period of the change for messages, such as `on this branch`. */
  since: (one: WorkspacePackage) => string;
}

/** Reports packages that changed without a changeset or with an insufficient bump. */
function missingChangesets({ changed, given, shown, impact, versionOf, since }: Needs): ReleaseProblem[] {
  return changed.flatMap((one): ReleaseProblem[] => {
    const { name } = one;
    const needed = shown.includes(one) && impact !== undefined ? neededBump(impact, versionOf(one)) : 'patch';
    const bump = given(one);
    if (bump === undefined) {
      const what = `${name} changed ${since(one)} without a changeset; it requires a ${needed} bump.`;
      const next = `Run \`pnpm exec changeset\`, or write .changeset/<name>.md with '${name}': ${needed}.`;
      return [problem('changeset-missing', '', what, next)];
    }
    if (covers(bump, needed)) return [];
    const what = `${name} is released as ${bump}, but its changes ${since(one)} require a ${needed} bump.`;
    return [problem('bump-too-small', '', what, `Write '${name}': ${needed} in the changeset.`)];
  });
}

/** Manifest fields that do not affect the users of a package. */
const UNSEEN = ['version', 'scripts', 'devDependencies', 'private'];

/**
 * Returns the packages whose published content changed on a branch. The content consists of the sources including generated code, the
 * files that are published unchanged, and the manifest without the version and development fields.
 */
function changedPackages(root: string, branch: Branch, packages: readonly WorkspacePackage[]): WorkspacePackage[] {
  return packages.filter((one) => {
    if (one.isPrivate) return false;
    const own = branch.files.filter((file) => packageOf(packages, file) === one);
    const isPublished = publishedBy(root, one);
    return (
      own.some((file) => isPublished(file)) ||
      (own.includes(posix.join(one.directory, 'package.json')) && hasOtherManifest(branch, one))
    );
  });
}

/** Returns a function that reports whether a file affects the published package. */
function publishedBy(root: string, { directory, manifest }: WorkspacePackage): (file: string) => boolean {
  const files = Array.isArray(manifest.files) ? manifest.files.map(String) : [];
  const config = join(root, directory, 'tsconfig.json');
  const compiled = existsSync(config) ? (parse(readFileSync(config, 'utf8')).include as string[]) : [];
  // Without a TypeScript build, all files except tests and tools may affect the build output.
  const isBuilt = files.some((file) => file.startsWith('dist'));
  const sources = compiled.length > 0 ? [...compiled, ...files] : isBuilt ? ['**'] : files.length > 0 ? files : ['**'];
  return (file) => {
    const path = posix.relative(directory, file);
    if (/^(package\.json|README\.md|CHANGELOG\.md|tsconfig.*)$/.test(path) || isForTests(path)) return false;
    return sources.some(
      (source) => source === '**' || path === source || path.startsWith(`${source.replace(/^\.\/|\/(\*\*?)?$/g, '')}/`),
    );
  };
}

const isForTests = (path: string): boolean =>
  /(^|\/)(test|tests|bench|decisions|acknowledged|corpus|fixtures)\//.test(path) ||
  /\.(test|config)\.[cm]?[jt]s$/.test(path);

function hasOtherManifest({ manifests }: Branch, { directory, manifest }: WorkspacePackage): boolean {
  const before = manifests.get(directory);
  if (before === undefined) return true;
  const seen = (one: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(one).filter(([key]) => !UNSEEN.includes(key)));
  return !isDeepStrictEqual(seen(before), seen(manifest));
}
