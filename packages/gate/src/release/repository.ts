import { posix, relative, resolve } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { type LoadedDocument, load } from '../document/load.ts';
import { tryGit } from '../git.ts';
import { highestVersion } from './version.ts';
import { packageOf, type WorkspacePackage, workspacePackages } from './workspace.ts';

/** What is checked, and the repository around it. */
export interface Repository {
  root: string;
  revision: LoadedDocument;
  /** The document, from the root. */
  path: string;
  /** Directory of the document, from the working directory. */
  contract: string;
  packages: WorkspacePackage[];
  /** The package of the document. */
  own: WorkspacePackage;
}

/**
 * Reads a document and the packages of the repository around a directory.
 * @param document default: the one of the repository
 * @throws CannotRateError when the document cannot be read, or no package has it
 */
export function readRepository(cwd: string, document: string | undefined): Repository {
  // Without git, the directory itself.
  const root = tryGit(cwd, ['rev-parse', '--show-toplevel']).out?.trim() ?? cwd;
  const revision = load(document ?? (relative(process.cwd(), root) || '.'));
  const packages = workspacePackages(root);
  const path = relative(resolve(root), resolve(revision.file)).replaceAll('\\', '/');
  const own = packageOf(packages, path);
  if (!own)
    throw new CannotRateError(
      `${revision.file}: expected a package.json in its directory or above; create one, so that the document can be released`,
    );
  return { root, revision, path, contract: posix.dirname(revision.file), packages, own };
}

/**
 * The document that the next release is compared with; undefined if the caller says that there is none.
 * @param base `none`, or a document as `diff` takes it; default: the last release of the document's package, by its tag or from
 * the registry
 * @throws CannotRateError when there is none
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

/** The last release of a package by its tag, `NAME@VERSION`, among the tags that lead to this commit. */
function lastTag(root: string, name: string): string | undefined {
  const tags = (tryGit(root, ['tag', '--list', `${name}@*`, '--merged', 'HEAD']).out ?? '').split('\n');
  const versions = tags.filter((tag) => tag.startsWith(`${name}@`)).map((tag) => tag.slice(name.length + 1));
  const last = highestVersion(versions);
  return last === undefined ? undefined : `${name}@${last}`;
}
