import { posix, relative, resolve } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { type LoadedDocument, load } from '../document/load.ts';
import { tryGit } from '../git.ts';
import { highestVersion } from './version.ts';
import { packageOf, type WorkspacePackage, workspacePackages } from './workspace.ts';

/** The checked document and the repository that contains it. */
export interface Repository {
  root: string;
  revision: LoadedDocument;
  /** Path of the document, relative to the root. */
  path: string;
  /** Path of the document's directory, relative to the working directory. */
  contract: string;
  packages: WorkspacePackage[];
  /** The package that contains the document. */
  own: WorkspacePackage;
}

/**
 * Reads a document and the packages of the repository that contains a directory.
 * @param document default: the document of the repository
 * @throws CannotRateError when the document cannot be read, or no package contains the document
 */
export function readRepository(cwd: string, document: string | undefined): Repository {
  // Without git, the root is the directory itself.
  const root = tryGit(cwd, ['rev-parse', '--show-toplevel']).out?.trim() ?? cwd;
  const revision = load(document ?? (relative(process.cwd(), root) || '.'));
  const packages = workspacePackages(root);
  const path = relative(resolve(root), resolve(revision.file)).replaceAll('\\', '/');
  const own = packageOf(packages, path);
  if (!own)
    throw new CannotRateError(
      `${revision.file}: expected a package.json in its directory or a parent directory; create one, so that the document can be released`,
    );
  return { root, revision, path, contract: posix.dirname(revision.file), packages, own };
}

/**
 * Returns the document that the next release is compared with; undefined if the base is `none`.
 * @param base `none`, or a document in a notation that `diff` accepts; default: the last release of the document's package, from
 * its tag or from the registry
 * @throws CannotRateError when no release is found
 */
export function baseOf({ root, own, path }: Repository, base: string | undefined): LoadedDocument | undefined {
  if (base === 'none') return undefined;
  if (base !== undefined)
    return load(base.startsWith('git:') && !/^git:[^:]+:/.test(base) ? `${base}:${path}` : base, root);
  const tag = lastTag(root, own.name);
  if (tag !== undefined) return load(`git:${tag}:${path}`, root);
  try {
    return load(`npm:${own.name}@latest`);
  } catch (error) {
    const { message } = error as Error;
    throw new CannotRateError(
      `${own.name} has no release here: there is no tag ${own.name}@VERSION (run \`git fetch --tags\`), and ${message}; before the first release, pass --base none`,
    );
  }
}

/** Returns the tag of the last release of a package, `NAME@VERSION`, among the tags that are reachable from this commit. */
function lastTag(root: string, name: string): string | undefined {
  const tags = (tryGit(root, ['tag', '--list', `${name}@*`, '--merged', 'HEAD']).out ?? '').split('\n');
  const versions = tags.filter((tag) => tag.startsWith(`${name}@`)).map((tag) => tag.slice(name.length + 1));
  const last = highestVersion(versions);
  return last === undefined ? undefined : `${name}@${last}`;
}
