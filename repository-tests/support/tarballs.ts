import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, type WorkspacePackage, workspacePackages } from './repository.ts';
import { runScript } from './script.ts';

/**
 * Packs a package with those of this repository that it needs, as they are published.
 * @param folder where to
 * @returns the paths of the tarballs
 */
export async function pack(name: string, folder: string): Promise<string[]> {
  for (const one of withDependencies(name, workspacePackages())) {
    const line = `${pnpm()} pack --pack-destination '${folder}'`;
    const { code, log } = await runScript(line, {}, join(root, one.folder));
    if (code !== 0) throw new Error(`${one.name} could not be packed: ${log}`);
  }
  return readdirSync(folder).map((file) => join(folder, file));
}

function withDependencies(name: string, packages: WorkspacePackage[]): WorkspacePackage[] {
  const found = packages.find((one) => one.name === name);
  return found ? [found, ...found.dependencies.flatMap((other) => withDependencies(other, packages))] : [];
}

/** The command of this repository's package manager, which need not be installed. */
const pnpm = (): string =>
  `npx --yes ${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager as string}`;

/**
 * Installs tarballs into another repository, with what its manifest asks for.
 * @throws with what the package manager said when it cannot
 */
export async function install(
  tarballs: readonly string[],
  cwd: string,
  manager: 'npm' | 'pnpm' = 'npm',
): Promise<void> {
  const files = tarballs.map((file) => `'${file}'`).join(' ');
  const command =
    manager === 'npm' ? 'npm install --no-audit --no-fund --prefer-offline' : `${pnpm()} add --prefer-offline`;
  if (manager === 'pnpm')
    writeFileSync(join(cwd, 'pnpm-workspace.yaml'), JSON.stringify({ overrides: overrides(tarballs) }));
  const { code, log } = await runScript(`${command} ${files}`, {}, cwd);
  if (code !== 0) throw new Error(`${manager} could not install: ${log}`);
}

/** For pnpm, which looks in a registry for what one tarball needs of another. */
const overrides = (tarballs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    tarballs.map((file) => [
      basename(file).replace(/^vehicle-lookup-(.*)-[^-]+$/, '@vehicle-lookup/$1'),
      `file:${file}`,
    ]),
  );
