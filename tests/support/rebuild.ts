import { delimiter, join } from 'node:path';
import { runShell } from '@vehicle-lookup/testing';
import { type WorkspacePackage, workspacePackages } from './repository.ts';

/** Packages with code that is derived from the document. The packages that they depend on are added. */
const DERIVED = [
  'spec',
  'packages/contract',
  'packages/client',
  'packages/client/python',
  'packages/client/php',
  'packages/cli',
  'packages/contract',
  'apps/mock',
  'apps/service',
  'apps/docs',
  'contract-tests',
];

/**
 * Rebuilds everything that is derived from the document: builds the document, lints it, generates code, and builds every
 * package after its dependencies. The commands are the packages' own scripts, in the order of turbo.json.
 * @param without directories of packages that hold names of this interface, for the document of another one
 * @throws with the output of the first script that fails
 */
export async function rebuild(repository: string, without: string[] = []): Promise<void> {
  const packages = derivedPackages(repository).filter(({ directory }) => !without.includes(directory));
  const spec = packages.filter(({ directory }) => directory === 'spec');
  // The code that reads and lints the document comes first.
  const isReader = ({ name }: WorkspacePackage) => spec.some(({ devDependencies }) => devDependencies.includes(name));
  const readers = withDependencies(packages.filter(isReader), packages);
  await buildInOrder(repository, readers);
  await runScript(repository, spec, 'build');
  // The suite's plans are written by its own code, which needs packages that are built.
  const isSuite = ({ directory }: WorkspacePackage) => directory === 'contract-tests';
  const others = packages.filter((one) => !isSuite(one));
  await Promise.all([runScript(repository, spec, 'lint'), runScript(repository, others, 'generate')]);
  await buildInOrder(
    repository,
    packages.filter((one) => !readers.includes(one) && !spec.includes(one)),
  );
  await runScript(repository, packages.filter(isSuite), 'generate');
}

/** Type-checks the derived packages, with their tests. */
export const typecheck = (repository: string): Promise<void> =>
  runScript(repository, derivedPackages(repository), 'typecheck');

/** Runs the tests of derived packages, one package after the other and with small counts. */
export async function runTests(repository: string, directories: string[]): Promise<void> {
  const packages = derivedPackages(repository).filter(({ directory }) => directories.includes(directory));
  for (const one of packages) await runScript(repository, [one], 'test', { DEEP: '' });
}

function derivedPackages(repository: string): WorkspacePackage[] {
  const all = workspacePackages(repository);
  return withDependencies(
    all.filter(({ directory }) => DERIVED.includes(directory)),
    all,
  );
}

/** Packages and those that they depend on, also through others. */
function withDependencies(some: WorkspacePackage[], all: WorkspacePackage[]): WorkspacePackage[] {
  const found = [...some];
  // The list grows during the loop, so that dependencies of dependencies are added, too.
  for (const { dependencies } of found) {
    found.push(...all.filter((one) => dependencies.includes(one.name) && !found.includes(one)));
  }
  return found;
}

/** Builds each package as soon as its dependencies are built. */
async function buildInOrder(repository: string, packages: WorkspacePackage[]): Promise<void> {
  const builds = new Map<WorkspacePackage, Promise<void>>();
  const build = (one: WorkspacePackage): Promise<void> => {
    const dependencies = packages.filter(({ name }) => one.dependencies.includes(name));
    const running =
      builds.get(one) ?? Promise.all(dependencies.map(build)).then(() => runScript(repository, [one], 'build'));
    builds.set(one, running);
    return running;
  };
  await Promise.all(packages.map(build));
}

/** Runs a script in every package that has it. */
async function runScript(
  repository: string,
  packages: WorkspacePackage[],
  name: string,
  more: Record<string, string> = {},
): Promise<void> {
  await Promise.all(
    packages.map(async ({ directory, scripts }) => {
      // Formatting does not depend on the document.
      const commands = scripts[name]?.split(' && ').filter((command) => !command.startsWith('biome '));
      if (!commands?.length) return;
      const line = commands.join(' && ');
      const bins = [join(repository, directory), repository].map((home) => join(home, 'node_modules/.bin'));
      const env = { ...more, PATH: [...bins, process.env.PATH].join(delimiter) };
      const { code, out, err } = await runShell(line, { cwd: join(repository, directory), env });
      if (code !== 0) throw new Error(`${directory}: ${name}: ${line}\n${out}${err}`);
    }),
  );
}
