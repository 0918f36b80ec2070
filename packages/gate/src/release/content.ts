import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { Branch } from './branch.ts';
import { packageOf, type WorkspacePackage } from './workspace.ts';

/** Fields of a manifest that nobody sees who installs the package. */
const UNSEEN = ['version', 'scripts', 'devDependencies', 'private'];

/**
 * The packages whose published content a branch changed: what they are compiled from, generated code included, what they
 * publish as it is, and their manifest without versions and development.
 */
export function changedPackages(
  root: string,
  branch: Branch,
  packages: readonly WorkspacePackage[],
): WorkspacePackage[] {
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

/** Whether a file of a package reaches those who install it. */
function publishedBy(root: string, { directory, manifest }: WorkspacePackage): (file: string) => boolean {
  const files = Array.isArray(manifest.files) ? manifest.files.map(String) : [];
  const config = join(root, directory, 'tsconfig.json');
  const compiled = existsSync(config) ? (parse(readFileSync(config, 'utf8')).include as string[]) : [];
  // Without a build by TypeScript, what a build makes is made from everything but tests and tools.
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
