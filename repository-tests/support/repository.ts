import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { parse } from 'yaml';

/** The repository that these tests stand in. */
export const root: string = join(import.meta.dirname, '../..');

/** A package of the workspace. */
export interface WorkspacePackage {
  /** From the repository's root; empty for the root itself. */
  folder: string;
  name: string;
  isPrivate: boolean;
  scripts: Record<string, string>;
  bin: Record<string, string>;
  /** Names, also of packages from elsewhere. */
  dependencies: string[];
  devDependencies: string[];
}

/** The root's package and those that pnpm-workspace.yaml names. */
export function workspacePackages(repository: string = root): WorkspacePackage[] {
  const { packages } = parse(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8')) as { packages: string[] };
  const files = packages.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: repository })).sort();
  return ['package.json', ...files].map((file) => {
    const manifest = JSON.parse(readFileSync(join(repository, file), 'utf8'));
    return {
      folder: dirname(file).replace(/^\.$/, ''),
      name: manifest.name,
      isPrivate: manifest.private === true,
      scripts: manifest.scripts ?? {},
      bin: manifest.bin ?? {},
      dependencies: Object.keys(manifest.dependencies ?? {}),
      devDependencies: Object.keys(manifest.devDependencies ?? {}),
    };
  });
}

/** What no one wrote, some of which comes and goes while other tasks run: all that .gitignore names, by name alone. */
const MADE = readFileSync(join(root, '.gitignore'), 'utf8').match(/^[^#\n][^\n]*?(?=\/?$)/gm) ?? [];

/** Whether a file or folder of that name is made by a tool rather than written. */
export const isMade = (name: string): boolean => name === '.git' || MADE.some((pattern) => matchesGlob(name, pattern));

/** The written and the generated files of a folder of the repository, from the repository's root. */
export function sourceFiles(repository: string = root, folder = ''): string[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true }).filter(({ name }) => !isMade(name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(repository, path);
    return entry.isFile() ? [path] : [];
  });
}
