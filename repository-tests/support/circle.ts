import { delimiter, join } from 'node:path';
import { type WorkspacePackage, workspacePackages } from './repository.ts';
import { runShell } from './run.ts';

/** What is derived from the document and has to follow every change of it; what these need follows by itself. */
const DERIVED = [
  'spec',
  'packages/types',
  'packages/client',
  'packages/cli',
  'packages/validators',
  'apps/mock',
  'apps/docs',
  'contract-tests',
];

/**
 * Makes everything that is derived from the document again: builds it, lints, generates, and builds every package after
 * those it depends on. The commands are the packages' own scripts, in the order that turbo.json gives them.
 * @param without folders that name this interface's credentials, where the document is of another one
 * @throws with what the first failing script says
 */
export async function runCircle(repository: string, without: string[] = []): Promise<void> {
  const packages = derivedPackages(repository).filter(({ folder }) => !without.includes(folder));
  const spec = packages.filter(({ folder }) => folder === 'spec');
  const needed = packages.filter(({ name }) => spec.some(({ devDependencies }) => devDependencies.includes(name)));
  // The rules that lint the document, and the reader that the generators use, are code of the repository, too.
  await runScript(repository, needed, 'build');
  await runScript(repository, spec, 'build');
  await Promise.all([runScript(repository, spec, 'lint'), runScript(repository, packages, 'generate')]);
  const built = [...needed, ...spec];
  const build = builder(repository, packages, built);
  await Promise.all(packages.filter((one) => !built.includes(one)).map(build));
}

/** Type-checks what is derived, with its tests. */
export const typecheck = (repository: string): Promise<void> =>
  runScript(repository, derivedPackages(repository), 'typecheck');

/** Runs the tests of these packages, as far as they are derived, one after the other and with small counts. */
export async function runTests(repository: string, folders: string[]): Promise<void> {
  const packages = derivedPackages(repository).filter(({ folder }) => folders.includes(folder));
  for (const one of packages) await runScript(repository, [one], 'test', { DEEP: '' });
}

function derivedPackages(repository: string): WorkspacePackage[] {
  const all = workspacePackages(repository);
  const derived = all.filter(({ folder }) => DERIVED.includes(folder));
  // A list grows while it is walked: dependencies of dependencies are reached, too.
  for (const { dependencies } of derived) {
    derived.push(...all.filter((one) => dependencies.includes(one.name) && !derived.includes(one)));
  }
  return derived;
}

/** Builds a package once, after those that it depends on. */
function builder(
  repository: string,
  packages: WorkspacePackage[],
  built: WorkspacePackage[],
): (one: WorkspacePackage) => Promise<void> {
  const begun = new Map<string, Promise<void>>();
  const build = (one: WorkspacePackage): Promise<void> => {
    const before = packages.filter((other) => one.dependencies.includes(other.name) && !built.includes(other));
    const building =
      begun.get(one.name) ?? Promise.all(before.map(build)).then(() => runScript(repository, [one], 'build'));
    begun.set(one.name, building);
    return building;
  };
  return build;
}

/** Runs the script of that name in every package that has one. */
async function runScript(
  repository: string,
  packages: WorkspacePackage[],
  name: string,
  more: Record<string, string> = {},
): Promise<void> {
  await Promise.all(
    packages.map(async ({ folder, scripts }) => {
      // How a source is formatted does not follow from the document.
      const commands = scripts[name]?.split(' && ').filter((command) => !command.startsWith('biome '));
      if (!commands?.length) return;
      const line = commands.join(' && ');
      const bins = [join(repository, folder), repository].map((home) => join(home, 'node_modules/.bin'));
      const env = { ...more, PATH: [...bins, process.env.PATH].join(delimiter) };
      const { code, out, err } = await runShell(line, { cwd: join(repository, folder), env, timeout: 300_000 });
      if (code !== 0) throw new Error(`${folder}: ${name}: ${line}\n${out}${err}`);
    }),
  );
}
