import { posix, relative, resolve } from 'node:path';
import { type Change, covers, highest, type Impact } from './comparison/change.ts';
import { compare } from './comparison/compare.ts';
import type { Rule } from './comparison/rule.ts';
import { type LoadedDocument, load } from './document/load.ts';
import { NoVerdictError } from './no-verdict.ts';
import { type AcknowledgementFile, readAcknowledgements, unused } from './release/acknowledgements.ts';
import { bumps, fixedGroups, readChangesets } from './release/changesets.ts';
import { changedPackages } from './release/content.ts';
import { earlyRemovals, isAnnounced } from './release/early-removals.ts';
import { branchPoint, changedFiles, fileAt, lastTag, repositoryRoot } from './release/history.ts';
import { missingChangesets } from './release/needed-changesets.ts';
import { readRecord } from './release/record.ts';
import { bumpBetween } from './release/version.ts';
import { packageOf, type WorkspacePackage, workspacePackages } from './release/workspace.ts';
import { buildReport } from './report/build-report.ts';
import type { Problem, Report, ReportedChange } from './report/report.ts';
import { loadRules } from './rules/index.ts';
import { droppedScores } from './scorecard/dropped.ts';

export interface CheckOptions {
  /** `none`, or a document as `diff` takes it; default: the last release of the document's package. */
  base?: string | undefined;
  /** The document; default: the one of the repository. */
  document?: string | undefined;
  /** The main branch. */
  branch: string;
  cwd: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** What is checked, and the repository around it. */
export interface Repository {
  root: string;
  revision: LoadedDocument;
  /** Directory of the document, from the working directory. */
  contract: string;
  packages: WorkspacePackage[];
  /** The package of the document. */
  own: WorkspacePackage;
}

/**
 * Checks that the next release follows what changed: the contract since the last release, and every package since this
 * branch began.
 * @throws NoVerdictError when it cannot be said
 */
export async function check(options: CheckOptions): Promise<Report> {
  const { branch, cwd, today } = options;
  const repository = readRepository(options);
  const { revision, contract } = repository;
  const rules = await loadRules();
  const base = baseOf(options, repository);
  const point = branchPoint(cwd, branch);
  const [changes, news] = await Promise.all([
    base ? compare(base, revision, rules) : [],
    point.commit === undefined ? undefined : changesSince(point.commit, repository, rules),
  ]);
  const acknowledgements = readAcknowledgements(contract, today);
  const isNew = (change: Change) => news?.some(({ fingerprint }) => fingerprint === change.fingerprint) ?? true;
  const shown = base ? changes : (news ?? []);
  const accepted = acceptedBy(acknowledgements.all, repository);
  const reported = shown.map((change): ReportedChange => {
    const acknowledgement = accepted(change);
    const isAccepted =
      !base || change.impact !== 'major' || acknowledgement !== undefined || isAnnounced(base.document, change, today);
    return { ...change, isNew: isNew(change), fails: !isAccepted, ...(acknowledgement ? { acknowledgement } : {}) };
  });
  const problems = [
    ...acknowledgements.problems,
    ...unused(acknowledgements.all, shown),
    ...(base ? earlyRemovals(base.document, changes, today) : []),
    ...differentVersions(repository),
    ...unreleased({ base, changes, news, commit: point.commit }, repository),
    ...(base ? droppedScores(base, revision) : []),
  ];
  const notes = point.failure === undefined ? [] : [point.failure];
  return buildReport(base, revision, reported, unique(problems), notes);
}

export function readRepository({ document, cwd }: Pick<CheckOptions, 'document' | 'cwd'>): Repository {
  const root = repositoryRoot(cwd) ?? cwd;
  const revision = load(document ?? (relative(process.cwd(), root) || '.'));
  const packages = workspacePackages(root);
  const path = relative(resolve(root), resolve(revision.file)).replaceAll('\\', '/');
  const own = packageOf(packages, path);
  if (!own)
    throw new NoVerdictError(
      `${revision.file}: expected a package.json in its directory or above; make one, so that it can be released`,
    );
  return { root, revision, contract: posix.dirname(revision.file), packages, own };
}

/** The document that the next release is compared with. */
export function baseOf(
  { base }: Pick<CheckOptions, 'base'>,
  { root, own, revision }: Repository,
): LoadedDocument | undefined {
  if (base === 'none') return undefined;
  const path = relative(resolve(root), resolve(revision.file)).replaceAll('\\', '/');
  if (base !== undefined)
    return load(base.startsWith('git:') && !/^git:[^:]+:/.test(base) ? `${base}:${path}` : base, root);
  const tag = lastTag(root, own.name);
  if (tag !== undefined) return load(`git:${tag}:${path}`, root);
  try {
    return load(`npm:${own.name}@latest`);
  } catch (error) {
    const { message } = error as Error;
    throw new NoVerdictError(
      `${own.name} has no release here: there is no tag ${own.name}@VERSION (run \`git fetch --tags\`), and ${message}; before the first release, say --base none`,
    );
  }
}

/** What this branch changed in the contract. */
function changesSince(
  commit: string,
  { root, revision }: Repository,
  rules: ReadonlyMap<string, Rule>,
): Promise<Change[]> {
  const path = relative(resolve(root), resolve(revision.file)).replaceAll('\\', '/');
  const directory = posix.dirname(path);
  const isTouched = changedFiles(root, commit).some((file) => directory === '.' || file.startsWith(`${directory}/`));
  if (!isTouched || fileAt(root, commit, path) === undefined) return Promise.resolve([]);
  return compare(load(`git:${commit}:${path}`, root), revision, rules);
}

/** Finds who has accepted a change: an acknowledgement, or the record of the release that is about to be published. */
function acceptedBy(all: readonly AcknowledgementFile[], { contract, own }: Repository) {
  const released = readRecord(contract, own.version)?.changes ?? [];
  return (change: Change) => {
    const found = all.find(({ fingerprint }) => fingerprint === change.fingerprint);
    if (found) return { reason: found.reason, owner: found.owner, expires: found.expires };
    return released.find(({ fingerprint }) => fingerprint === change.fingerprint)?.acknowledgement;
  };
}

/** The document and what is derived from it have one version. */
function differentVersions({ revision, own, packages, root }: Repository): Problem[] {
  const code = 'versions-differ';
  const stated = String(revision.document.info?.version ?? '');
  const group = fixedGroups(root).find((names) => names.includes(own.name)) ?? [];
  const others = packages.filter(({ name, version }) => group.includes(name) && version !== own.version);
  // Before the first release the packages have no version yet.
  const isStated = own.version === '0.0.0' || stated === own.version;
  return [
    ...(isStated
      ? []
      : [
          {
            code,
            fails: true,
            file: revision.file,
            what: `info.version is ${stated}, the package has ${own.version}.`,
            next: 'Run `node scripts/version.ts`, or write the same version in both.',
          },
        ]),
    ...others.map(({ name, version, directory }) => ({
      code,
      fails: true,
      file: `${directory}/package.json`,
      what: `${name} has ${version}, ${own.name} has ${own.version}.`,
      next: 'Give them one version.',
    })),
  ];
}

interface Compared {
  base: LoadedDocument | undefined;
  /** Since the base. */
  changes: readonly Change[];
  /** Since this branch began. */
  news: readonly Change[] | undefined;
  /** Where it began. */
  commit: string | undefined;
}

/** Packages that the changesets do not release as they have to: since this branch began, and since the last release. */
function unreleased({ base, changes, news, commit }: Compared, repository: Repository): Problem[] {
  const { root, packages, own } = repository;
  const changesets = readChangesets(root);
  const groups = fixedGroups(root);
  const pending = bumps(changesets, groups);
  const problems: Problem[] = [];
  if (commit !== undefined) {
    const files = changedFiles(root, commit);
    const fresh = bumps(
      changesets.filter(({ file }) => files.includes(file)),
      groups,
    );
    const versionAt = (one: WorkspacePackage) => versionAtCommit(root, commit, one) ?? '0.0.0';
    problems.push(
      ...missingChangesets({
        changed: changedPackages(root, commit, packages, files),
        given: (one) => higher(fresh.get(one.name), bumpBetween(versionAt(one), one.version)),
        contract: own.name,
        impact: highest((news ?? []).map(({ impact }) => impact)),
        versionOf: versionAt,
        since: 'on this branch',
      }),
    );
  }
  if (!base) {
    const first = packages.filter(
      ({ isPrivate, name, version }) => !isPrivate && version === '0.0.0' && !pending.has(name),
    );
    const options = {
      given: () => undefined,
      contract: '',
      impact: undefined,
      versionOf: () => '0.0.0',
      since: 'before the first release',
    };
    return [...problems, ...missingChangesets({ changed: first, ...options })];
  }
  const released = String(base.document.info?.version ?? '0.0.0');
  return [
    ...problems,
    ...missingChangesets({
      changed: changes.length > 0 ? [own] : [],
      given: (one) => higher(pending.get(one.name), bumpBetween(released, one.version)),
      contract: own.name,
      impact: highest(changes.map(({ impact }) => impact)),
      versionOf: () => released,
      since: `since ${base.name}`,
    }),
  ];
}

function versionAtCommit(root: string, commit: string, { directory }: WorkspacePackage): string | undefined {
  const text = fileAt(root, commit, posix.join(directory, 'package.json'));
  return text === undefined ? undefined : (JSON.parse(text) as { version?: string }).version;
}

const higher = (a: Impact | undefined, b: Impact | undefined): Impact | undefined =>
  a === undefined || (b !== undefined && covers(b, a)) ? b : a;

/** The same package may be missing on this branch and since the release. */
const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [JSON.stringify([one.code, one.file, one.what]), one])).values(),
];
