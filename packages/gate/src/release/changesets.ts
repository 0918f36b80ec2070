import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@vehicle-lookup/openapi';
import { parse } from 'yaml';
import { CannotRateError } from '../cannot-rate.ts';
import { covers, type Impact } from '../comparison/change.ts';
import { readJson } from '../json.ts';
import { problem, type ReleaseProblem } from '../report/report.ts';
import type { Repository } from './repository.ts';

/** A file in `.changeset/` with the packages that it releases and their version bumps. */
export interface Changeset {
  /** Path from the repository root. */
  file: string;
  releases: Map<string, Impact>;
}

const BUMPS: readonly unknown[] = ['major', 'minor', 'patch'];

/** Reads the pending changesets. @throws CannotRateError when a changeset is invalid */
export function readChangesets(root: string): Changeset[] {
  const directory = join(root, '.changeset');
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.sort().map((name) => readChangeset(root, `.changeset/${name}`));
}

function readChangeset(root: string, file: string): Changeset {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  let releases: unknown;
  try {
    releases = parse(head) ?? {};
  } catch {
    releases = undefined;
  }
  if (!isRecord(releases) || Object.values(releases).some((bump) => bump !== 'none' && !BUMPS.includes(bump))) {
    throw new CannotRateError(
      `${file}: expected package names with major, minor or patch between two \`---\` lines; write the file with \`changeset\``,
    );
  }
  const entries = Object.entries(releases).filter(([, bump]) => bump !== 'none') as [string, Impact][];
  return { file, releases: new Map(entries) };
}

/** Returns the groups of packages that share one version. @throws CannotRateError when the configuration is invalid */
export function fixedGroups(root: string): string[][] {
  const file = '.changeset/config.json';
  if (!existsSync(join(root, file))) return [];
  const { fixed = [] } = readJson(root, file);
  const isGroup = (one: unknown): one is string[] =>
    Array.isArray(one) && one.every((name) => typeof name === 'string');
  if (Array.isArray(fixed) && fixed.every(isGroup)) return fixed;
  throw new CannotRateError(`${file}: expected lists of package names as \`fixed\`, found other values; correct it`);
}

/** Returns the highest bump for each package in the changesets. All packages in a group receive the group's highest bump. */
export function bumps(changesets: readonly Changeset[], groups: readonly (readonly string[])[]): Map<string, Impact> {
  const found = new Map<string, Impact>();
  const raise = (name: string, bump: Impact) => {
    const known = found.get(name);
    if (known === undefined || covers(bump, known)) found.set(name, bump);
  };
  for (const { releases } of changesets) for (const [name, bump] of releases) raise(name, bump);
  for (const group of groups) {
    for (const bump of group.flatMap((name) => found.get(name) ?? [])) for (const name of group) raise(name, bump);
  }
  return found;
}

/** Reports packages that must have the same version as the document but have a different version. */
export function differentVersions({ revision, own, packages, root }: Repository): ReleaseProblem[] {
  const code = 'versions-differ';
  const stated = String(revision.document.info?.version ?? '');
  const group = fixedGroups(root).find((names) => names.includes(own.name)) ?? [];
  const others = packages.filter(({ name, version }) => group.includes(name) && version !== own.version);
  // Before the first release, the packages have no version yet.
  const isStated = own.version === '0.0.0' || stated === own.version;
  const what = `info.version is ${stated}, but the package version is ${own.version}.`;
  return [
    ...(isStated ? [] : [problem(code, revision.file, what, 'Set both to the same version.')]),
    ...others.map(({ name, version, directory }) => {
      const difference = `${name} has version ${version}, but ${own.name} has version ${own.version}.`;
      return problem(code, `${directory}/package.json`, difference, 'Set both to the same version.');
    }),
  ];
}
