import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closedAddress, enginePackages, root, start, temporaryDirectory } from '@vehicle-lookup/testing';
import { stringify } from 'yaml';

/** A registry of this machine, empty at first, that asks no other. */
export interface LocalRegistry {
  /** For a `.npmrc`: our packages are published to it, and installed from it. */
  npmrc: string;
  /** How many packages it has. */
  count(): Promise<number>;
}

/** Starts a registry, which is installed on first use. It is stopped at the end of the test. */
export async function startRegistry(): Promise<LocalRegistry> {
  const packages = enginePackages();
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
  const [scope] = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')).name.split('/');
  return {
    // Publishing needs a token; this registry takes any.
    npmrc: `${scope}:registry=${address}/\n//${new URL(address).host}/:_authToken=none\n`,
    async count() {
      const response = await fetch(`${address}/-/verdaccio/data/packages`);
      return ((await response.json()) as unknown[]).length;
    },
  };
}
