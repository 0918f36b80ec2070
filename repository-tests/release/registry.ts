import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { closedAddress, installPackages, root, runShell, start, temporaryDirectory } from '@vehicle-lookup/testing';
import { stringify } from 'yaml';

/** A registry of this machine, empty at first, that asks no other. */
export interface Registry {
  address: string;
  /** What package managers need to use it. */
  env: Record<string, string>;
  /** For a `.npmrc`: pnpm publishes to the registry of its directory. */
  npmrc: string;
}

/** Starts a registry, which is installed on first use. It is stopped at the end of the test. */
export async function startRegistry(): Promise<Registry> {
  const packages = installPackages(join(root, 'engines/registry'));
  const home = temporaryDirectory();
  const address = await closedAddress();
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' };
  const config = {
    storage: join(home, 'storage'),
    web: { enable: true },
    auth: { htpasswd: { file: join(home, 'htpasswd') } },
    packages: { '**': everybody },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'pretty', level: 'http' },
  };
  writeFileSync(join(home, 'config.yaml'), stringify(config));
  const args = ['--config', join(home, 'config.yaml'), '--listen', new URL(address).host];
  const program = start(join(packages, 'verdaccio/bin/verdaccio'), args, { cwd: home });
  await program.printed('http address');
  // Publishing needs a token; this registry takes any.
  const npmrc = `registry=${address}/\n//${new URL(address).host}/:_authToken=none\n`;
  writeFileSync(join(home, 'npmrc'), npmrc);
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
  const { out } = await runShell(`npx --yes --package ${packageManager} -c 'command -v pnpm'`, { cwd: home });
  const env = {
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_registry: `${address}/`,
    PATH: [dirname(out.trim()), process.env.PATH].join(delimiter),
  };
  return { address, env, npmrc };
}
