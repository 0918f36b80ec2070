import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
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

/** The packages of a repository: those of pnpm-workspace.yaml or of `workspaces`, otherwise the root alone. */
export function workspacePackages(root: string): WorkspacePackage[] {
  const manifests = patterns(root).flatMap((pattern) => directories(root, pattern));
  return [...new Set(['', ...manifests])].flatMap((directory) => readPackage(root, directory) ?? []);
}

/** The package whose directory holds a file, the innermost one. */
export const packageOf = (packages: readonly WorkspacePackage[], file: string): WorkspacePackage | undefined =>
  packages
    .filter(({ directory }) => directory === '' || file.startsWith(`${directory}/`))
    .sort((a, b) => b.directory.length - a.directory.length)[0];

/**
 * The packages whose types or values follow from the contract: that of the document, those that share its version, and those that
 * depend on one of them. Whoever updates one of these meets what changed in the contract.
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

function patterns(root: string): string[] {
  const file = join(root, 'pnpm-workspace.yaml');
  const listed = existsSync(file)
    ? parse(readFileSync(file, 'utf8'))?.packages
    : readPackage(root, '')?.manifest.workspaces;
  return Array.isArray(listed) ? listed.map(String) : [];
}

/** A directory, or with `/*` at its end those in it: the forms that are used for workspaces. */
function directories(root: string, pattern: string): string[] {
  const [, parent] = /^(.*)\/\*+$/.exec(pattern) ?? [];
  if (parent === undefined) return [posix.normalize(pattern)];
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent))
    .map((name) => posix.join(parent, name))
    .sort();
}

function readPackage(root: string, directory: string): WorkspacePackage | undefined {
  const file = posix.join(directory, 'package.json');
  if (!existsSync(join(root, file))) return undefined;
  const manifest = readJson(root, file);
  const { name = '', version = '0.0.0' } = manifest;
  return { name: String(name), version: String(version), isPrivate: manifest.private === true, directory, manifest };
}
