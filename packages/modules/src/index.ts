import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a module exports, by name. */
export type Module = Record<string, unknown>;

/**
 * Loads every module of a directory, so that adding a file registers it. Subdirectories are not read: they hold what the
 * modules share.
 * @param directory of source (`.ts`) or of compiled code (`.js`)
 * @returns the modules by file name without its ending, in the order of these names
 */
export async function loadModules(directory: string): Promise<Map<string, Module>> {
  const names = moduleNames(directory);
  const modules = names.map(async (name) => [name, await loadModule(directory, name)] as const);
  return new Map(await Promise.all(modules));
}

/** The names of the modules in a directory, sorted, without loading any. */
export const moduleNames = (directory: string): string[] =>
  moduleFiles(directory)
    .map((file) => basename(file, extname(file)))
    .sort();

/**
 * Loads one module of a directory.
 * @throws when the directory has no module of this name
 */
export async function loadModule(directory: string, name: string): Promise<Module> {
  const file = moduleFiles(directory).find((candidate) => basename(candidate, extname(candidate)) === name);
  if (file === undefined) throw new Error(`${directory}: expected a module ${name}, found none`);
  return import(pathToFileURL(join(directory, file)).href) as Promise<Module>;
}

const moduleFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d|\.test)\.[jt]s$/.test(entry.name))
    .map(({ name }) => name);
