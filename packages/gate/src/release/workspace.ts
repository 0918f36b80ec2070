import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getPackagesSync, PackageJsonMissingNameError, type Packages } from '@manypkg/get-packages';
import { CannotRateError } from '../cannot-rate.ts';
import { readJson } from '../json.ts';

/** A package in the repository. */
export interface WorkspacePackage {
  name: string;
  version: string;
  isPrivate: boolean;
  /** Path from the repository root, with `/`; empty for the root. */
  directory: string;
  manifest: Record<string, unknown>;
}

/**
 * Returns the root package of a repository and the packages of its workspace (npm, pnpm, Yarn, Bun, Lerna or Rush); empty if there is no
 * root manifest. As in npm, the root manifest does not need a name.
 * @throws CannotRateError when a manifest is invalid, or another manifest has no name
 */
export function workspacePackages(root: string): WorkspacePackage[] {
  if (!existsSync(join(root, 'package.json'))) return [];
  // manypkg does not report which file is invalid.
  const manifest = readJson(root, 'package.json');
  const { rootDir, packages } = found(root);
  // A workspace that contains the repository belongs to a different project.
  const members = resolve(rootDir) === resolve(root) ? packages : [];
  return [
    packageFrom('', manifest),
    ...members.flatMap(({ relativeDir, packageJson }) =>
      relativeDir === '.' ? [] : [packageFrom(relativeDir.replaceAll('\\', '/'), { ...packageJson })],
    ),
  ];
}

function found(root: string): Pick<Packages, 'rootDir' | 'packages'> {
  try {
    return getPackagesSync(root);
  } catch (error) {
    const { message } = error as Error;
    // manypkg reports the root manifest only if the root is the only package.
    if (error instanceof PackageJsonMissingNameError && /^package\.json$/m.test(message))
      return { rootDir: root, packages: [] };
    throw new CannotRateError(
      `the workspace packages cannot be read (${message.replaceAll(/\s*\n\s*/g, ' ')}); correct their manifests`,
    );
  }
}

const packageFrom = (directory: string, manifest: Record<string, unknown>): WorkspacePackage => {
  const { name = '', version = '0.0.0' } = manifest;
  return { name: String(name), version: String(version), isPrivate: manifest.private === true, directory, manifest };
};

/** Returns the innermost package whose directory contains a file. */
export const packageOf = (packages: readonly WorkspacePackage[], file: string): WorkspacePackage | undefined =>
  packages
    .filter(({ directory }) => directory === '' || file.startsWith(`${directory}/`))
    .sort((a, b) => b.directory.length - a.directory.length)[0];

/**
 * Returns the packages that expose the contract: the document's package, the packages that share its version, and the packages that
 * depend on one of these. Users who update one of these packages receive the contract changes.
 * @param groups groups of packages that are released together
 */
export function packagesShowing(
  own: WorkspacePackage,
  packages: readonly WorkspacePackage[],
  groups: readonly (readonly string[])[],
): WorkspacePackage[] {
  const names = new Set([own.name, ...groups.filter((group) => group.includes(own.name)).flat()]);
  const isShowing = ({ manifest }: WorkspacePackage) =>
    ['dependencies', 'peerDependencies'].some((kind) =>
      Object.keys(Object(manifest[kind])).some((name) => names.has(name)),
    );
  for (let known = 0; known < names.size; ) {
    known = names.size;
    for (const one of packages) if (isShowing(one)) names.add(one.name);
  }
  return packages.filter(({ name }) => names.has(name));
}
