import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { runScript } from './script.ts';

/**
 * Packs a package and its dependencies in this repository, as for publishing.
 * @returns the paths of the tarballs
 */
export async function pack(name: string): Promise<string[]> {
  const directory = temporaryDirectory();
  const line = `${pnpm()} --filter-prod '${name}...' pack --pack-destination '${directory}'`;
  const { code, log } = await runScript(line, {}, root);
  if (code !== 0) throw new Error(`${name} could not be packed: ${log}`);
  return readdirSync(directory).map((file) => join(directory, file));
}

/** Returns a command that runs this repository's package manager, even if it is not installed. */
const pnpm = (): string =>
  `npx --yes ${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager as string}`;

/**
 * Installs tarballs into another repository, with the dependencies of its manifest.
 * @throws Error with the output of the package manager
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

/** Returns overrides that resolve the dependencies of a tarball to the other tarballs instead of the registry. */
const overrides = (tarballs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    tarballs.map((file) => [
      basename(file).replace(/^vehicle-lookup-(.*)-[^-]+$/, '@vehicle-lookup/$1'),
      `file:${file}`,
    ]),
  );
