import { delimiter, join } from 'node:path';
import { run, runShell } from '@vehicle-lookup/testing';
import { type WorkspacePackage, workspacePackages } from './repository.ts';

/** Packages with code that is derived from the document, in the order of their dependencies. */
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
 * Rebuilds everything that is derived from the document, with the packages' own scripts: bundles the document, compiles the validators,
 * generates code, compiles it, lints the document, and runs the other build scripts.
 * @param without directories of packages that hold names of this interface, for the document of another one
 * @throws with the output of the first step that fails
 */
export async function rebuild(repository: string, without: string[] = []): Promise<void> {
  const directories = DERIVED.filter((directory) => !without.includes(directory));
  await runScript(repository, 'spec', 'build');
  // Some generators validate examples: the compiled validators come first, as turbo.json has it.
  await runScript(repository, 'packages/contract', 'build');
  await Promise.all(directories.map((directory) => runScript(repository, directory, 'generate')));
  await compile(repository, ...directories);
  await runScript(repository, 'spec', 'lint');
  for (const directory of directories) await runScript(repository, directory, 'build');
}

/** Type-checks the whole repository, with its tests. */
export const typecheck = (repository: string): Promise<void> => compile(repository, 'tsconfig.tests.json');

/** Runs the tests of packages, one package after the other and with small counts. */
export async function runTests(repository: string, directories: string[]): Promise<void> {
  for (const directory of directories) await runScript(repository, directory, 'test', { DEEP: '' });
}

/** Compiles projects of TypeScript and the ones that they refer to. */
async function compile(repository: string, ...projects: string[]): Promise<void> {
  const args = ['-b', '--pretty', 'false', ...projects];
  const { code, out, err } = await run(join(repository, 'node_modules/typescript/bin/tsc'), args, { cwd: repository });
  if (code !== 0) throw new Error(`tsc ${args.join(' ')}\n${out}${err}`);
}

/** Runs a script of a package, if the package has it. */
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
