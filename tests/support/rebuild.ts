import { delimiter, join } from 'node:path';
import { run, runShell } from '@vehicle-lookup/testing';
import { type WorkspacePackage, workspacePackages } from './repository.ts';

/** Packages with code that is derived from the document, in dependency order. */
const DERIVED = [
  'packages/contract',
  'packages/client',
  'packages/cli',
  'apps/mock',
  'apps/service',
  'apps/docs',
  'contract-tests',
];

/**
 * Rebuilds all derived files with the packages' own scripts: bundles the document, compiles the validators, generates and compiles
 * code, lints the document, and runs the other build scripts.
 * @param without directories of packages with names of this API, to be excluded for a different document
 * @throws Error with the output of the first failed step
 */
export async function rebuild(repository: string, without: string[] = []): Promise<void> {
  const directories = DERIVED.filter((directory) => !without.includes(directory));
  await runScript(repository, 'spec', 'build');
  // Some generators validate examples, so the validators are compiled first, as in turbo.json.
  await runScript(repository, 'packages/contract', 'build');
  await Promise.all(directories.map((directory) => runScript(repository, directory, 'generate')));
  await compile(repository, ...directories);
  await runScript(repository, 'spec', 'lint');
  for (const directory of directories) await runScript(repository, directory, 'build');
}

/** Type-checks the whole repository, including its tests. */
export const typecheck = (repository: string): Promise<void> => compile(repository, 'tsconfig.tests.json');

/** Runs the tests of packages, one package after another and with small counts. */
export async function runTests(repository: string, directories: string[]): Promise<void> {
  for (const directory of directories) await runScript(repository, directory, 'test', { DEEP: '' });
}

/** Compiles TypeScript projects and their references. */
async function compile(repository: string, ...projects: string[]): Promise<void> {
  const args = ['-b', '--pretty', 'false', ...projects];
  const { code, out, err } = await run(join(repository, 'node_modules/typescript/bin/tsc'), args, { cwd: repository });
  if (code !== 0) throw new Error(`tsc ${args.join(' ')}\n${out}${err}`);
}

/** Runs a script of a package, if the script exists. */
async function runScript(
  repository: string,
  directory: string,
  name: string,
  more: Record<string, string> = {},
): Promise<void> {
  const line = packageIn(repository, directory)?.scripts[name];
  if (!line) return;
  const cwd = join(repository, directory);
  const bins = [cwd, repository].map((home) => join(home, 'node_modules/.bin'));
  const env = { ...more, PATH: [...bins, process.env.PATH].join(delimiter) };
  const { code, out, err } = await runShell(line, { cwd, env });
  if (code !== 0) throw new Error(`${directory}: ${name}: ${line}\n${out}${err}`);
}

const packageIn = (repository: string, directory: string): WorkspacePackage | undefined =>
  workspacePackages(repository).find((one) => one.directory === directory);
