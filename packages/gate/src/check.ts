import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CannotRateError } from './cannot-rate.ts';
import { type Change, type CodeChanges, isBreaking } from './comparison/change.ts';
import { compare } from './comparison/compare.ts';
import { type LoadedDocument, load } from './document/load.ts';
import { isAt } from './git.ts';
import { type AcknowledgementFile, isOf, readAcknowledgements, unused } from './release/acknowledgements.ts';
import { type Branch, branchPoint, readBranch } from './release/branch.ts';
import { differentVersions } from './release/changesets.ts';
import { earlyRemovals, isAnnounced, readRecord } from './release/record.ts';
import { baseOf, type Repository, readRepository } from './release/repository.ts';
import { unreleased } from './release/unreleased.ts';
import { buildReport } from './report/build-report.ts';
import type { ReleaseProblem, Report, ReportedChange } from './report/report.ts';
import { rules } from './rules/index.ts';

export interface CheckOptions {
  /** `none`, or a document in a notation that `diff` accepts. Default: the last release of the document's package. */
  base?: string | undefined;
  /** The document to check. Default: the document of the repository. */
  document?: string | undefined;
  /** Name of the main branch. */
  branch: string;
  /** Locations of the consumers' usage files. */
  consumers?: readonly string[] | undefined;
  /** Whether a change that breaks only generated code is rejected or causes a warning. */
  codeChanges: CodeChanges;
  cwd: string;
  /** The current date, `YYYY-MM-DD`. */
  today: string;
}

/**
 * Checks that the next release matches the changes to the contract since the last release, and the changes to every package since the
 * branch point.
 * @throws CannotRateError when the changes cannot be rated
 */
export async function check({
  base: given,
  document,
  branch: main,
  consumers,
  codeChanges,
  cwd,
  today,
}: CheckOptions): Promise<Report> {
  const repository = readRepository(cwd, document);
  const { root, revision, contract, packages } = repository;
  const base = baseOf(repository, given);
  const point = branchPoint(cwd, main);
  if (point.failure !== undefined) throw new CannotRateError(point.failure);
  const branch = readBranch(root, point.commit, packages);
  const { changes, news } = await changesOf(repository, base, branch, today);
  const acknowledgements = readAcknowledgements(contract, today);
  const isNew = (change: Change) => news.some(({ fingerprint }) => fingerprint === change.fingerprint);
  const shown = base ? changes : news;
  const accepted = acceptedBy(acknowledgements.all, repository, base);
  const reported = shown.map((change): ReportedChange => {
    const acknowledgement = accepted(change);
    const isAccepted =
      !base ||
      !isBreaking(change, codeChanges) ||
      acknowledgement !== undefined ||
      isAnnounced(base.document, change, today);
    return { ...change, isNew: isNew(change), fails: !isAccepted, ...(acknowledgement ? { acknowledgement } : {}) };
  });
  const problems = [
    ...acknowledgements.problems,
    ...unused(acknowledgements.all, shown),
    ...(base ? earlyRemovals(base.document, changes, today) : []),
    ...differentVersions(repository),
    ...unreleased({ base, changes, branch, news }, repository),
  ];
  return buildReport(base, revision, reported, unique(problems), consumers);
}

interface Changes {
  /** Changes since the base; empty if there is no base. */
  changes: readonly Change[];
  /** Changes since the branch point. */
  news: readonly Change[];
}

async function changesOf(
  repository: Repository,
  base: LoadedDocument | undefined,
  branch: Branch,
  today: string,
): Promise<Changes> {
  const all = base ? compare(base, repository.revision, rules, today) : Promise.resolve([]);
  const [changes, news] = await Promise.all([all, newsOf()]);
  return { changes, news };

  async function newsOf(): Promise<readonly Change[]> {
    const start = documentAt(branch, repository);
    if (start === undefined) return [];
    // If no change has been merged since the last release, the two comparisons are the same.
    const isSame = base !== undefined && isDeepStrictEqual(start.document, base.document);
    return isSame ? all : compare(start, repository.revision, rules, today);
  }
}

/** Returns the document at the branch point; undefined if the branch did not change the document or added it. */
function documentAt({ commit, files }: Branch, { root, path }: Repository): LoadedDocument | undefined {
  const directory = posix.dirname(path);
  const isTouched = files.some((file) => directory === '.' || file.startsWith(`${directory}/`));
  return isTouched && isAt(root, commit, path) ? load(`git:${commit}:${path}`, root) : undefined;
}

/** Returns a function that finds the acknowledgement for a change, in a file or in the record of the release about to be published. */
function acceptedBy(all: readonly AcknowledgementFile[], { contract, own }: Repository, base?: LoadedDocument) {
  // The base already contains the changes that the last release accepted, so only the record of the next release applies.
  const isNext = base !== undefined && base.document.info?.version !== own.version;
  const released = isNext ? (readRecord(contract, own.version)?.changes ?? []) : [];
  return (change: Change) => {
    const found = all.find((one) => isOf(one, change));
    if (found) return { reason: found.reason, owner: found.owner, expires: found.expires };
    return released.find((one) => isOf(one, change))?.acknowledgement;
  };
}

/** Removes duplicate problems: a package may lack a changeset both on this branch and since the last release. */
const unique = (problems: readonly ReleaseProblem[]): ReleaseProblem[] => [
  ...new Map(problems.map((one) => [JSON.stringify([one.code, one.file, one.what]), one])).values(),
];
