import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { parse } from 'yaml';

/** A package of the workspace. */
export interface WorkspacePackage {
  /** The path, relative to the repository root; empty for the root itself. */
  directory: string;
  name: string;
  isPrivate: boolean;
  scripts: Record<string, string>;
  bin: Record<string, string>;
  /** The names of dependencies, including third-party packages. */
  dependencies: string[];
  devDependencies: string[];
}

/** Returns the root package and the packages in pnpm-workspace.yaml. */
export function workspacePackages(repository: string = root): WorkspacePackage[] {
  const { packages } = parse(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8')) as { packages: string[] };
  const files = packages.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: repository })).sort();
  return ['package.json', ...files].map((file) => {
    const manifest = JSON.parse(readFileSync(join(repository, file), 'utf8'));
    return {
      directory: dirname(file).replace(/^\.$/, ''),
      name: manifest.name,
      isPrivate: manifest.private === true,
      scripts: manifest.scripts ?? {},
      bin: manifest.bin ?? {},
      dependencies: Object.keys(manifest.dependencies ?? {}),
      devDependencies: Object.keys(manifest.devDependencies ?? {}),
    };
  });
}

/** Matches the names in .gitignore. Tools write these files, sometimes while other tasks run. */
const IGNORED = new RegExp(
  `^(\\.git|${(readFileSync(join(root, '.gitignore'), 'utf8').match(/^[^#\n][^\n]*?(?=\/?$)/gm) ?? [])
    .map((pattern) => pattern.replaceAll('.', '\\.').replaceAll('*', '.*'))
    .join('|')})$`,
);

/** Reports whether a tool writes files of this name. */
export const isGenerated = (name: string): boolean => IGNORED.test(name);

/** Returns all files of the repository in a directory, as paths relative to the root. */
export function sourceFiles(repository: string = root, directory = ''): string[] {
  const entries = readdirSync(join(repository, directory), { withFileTypes: true }).filter(
    ({ name }) => !isGenerated(name),
  );
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sourceFiles(repository, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Builds the documentation of a repository and returns the operations in its reference: operationId → URL. */
export function operationsOnPage(repository: string): Map<string, string> {
  const site = join(temporaryDirectory(), 'site');
  execFileSync(process.execPath, [join(repository, 'apps/docs/bin/vehicle-lookup-docs.js'), 'build', site]);
  const page = readFileSync(join(site, 'reference.html'), 'utf8');
  const entries = page.matchAll(/"(\/[^"\\]*)":\{"[a-z]+":\{"operationId":"([^"\\]+)"/g);
  return new Map([...entries].map(([, address = '', operation = '']) => [operation, address]));
}
