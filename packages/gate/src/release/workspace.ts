import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getPackagesSync, PackageJsonMissingNameError, type Packages } from '@manypkg/get-packages';
import { CannotRateError } from '../cannot-rate.ts';
import { readJson } from '../json.ts';

/** A package of the repository. */
export interface WorkspacePackage {
  name: string;
  version: string;
  isPrivate: boolean;
  /** From the repository's root, with `/`; empty for the root. */
  directory: string;
  manifest: Record<string, unknown>;
}

/**
 * The packages of a repository: those of its workspace (npm, pnpm, Yarn, Bun, Lerna or Rush), and its root; none without a manifest there.
 * The root needs no name, as with npm.
 * @throws CannotRateError when a manifest is broken, or another one has no name
 */
export function workspacePackages(root: string): WorkspacePackage[] {
  if (!existsSync(join(root, 'package.json'))) return [];
  // manypkg does not say which file is broken.
  const manifest = readJson(root, 'package.json');
  const { rootDir, packages } = found(root);
  // A workspace around the repository is somebody else's.
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
    // It names the root only where that is the one package.
    if (error instanceof PackageJsonMissingNameError && /^package\.json$/m.test(message))
      return { rootDir: root, packages: [] };
    throw new CannotRateError(
      `the packages of the workspace cannot be read (${message.replaceAll(/\s*\n\s*/g, ' ')}); correct their manifests`,
    );
  }
}

const packageFrom = (directory: string, manifest: Record<string, unknown>): WorkspacePackage => {
  const { name = '', version = '0.0.0' } = manifest;
  return { name: String(name), version: String(version), isPrivate: manifest.private === true, directory, manifest };
};

/** The package whose directory holds a file, the innermost one. */
export const packageOf = (packages: readonly WorkspacePackage[], file: string): WorkspacePackage | undefined =>
  packages
    .filter(({ directory }) => directory === '' || file.startsWith(`${directory}/`))
    .sort((a, b) => b.directory.length - a.directory.length)[0];

/**
 * The packages whose types or values follow from the contract: that of the document, those that share its version, and those that
 * depend on one of them. Users who update one of these packages receive the changes of the contract.
 * @param groups packages that are released together
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
