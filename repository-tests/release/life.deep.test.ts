import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  closedAddress,
  installPackages,
  root,
  runCommand,
  runShell,
  start,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { copyRepository } from '../support/copy-repository.ts';
import { gate, release } from './recipe.ts';

// The life of a breaking change: version, publish, tag; and a project of somebody else that used what was removed.
const REMOVED = 'AddTextStr';

test('a project that uses a removed member compiles with the release before, not with the release after', async () => {
  const registry = await startRegistry();
  const copy = copyRepository({ built: true });
  writeFileSync(join(copy, '.npmrc'), registry.npmrc);
  const { git } = await release(copy, { isTagged: false });
  await releaseTo(registry, copy, []);
  const [before, ...others] = (await git('tag', '--list', '@vehicle-lookup/spec@*')).trim().split('\n');
  expect(others).toEqual([]);
  expect(await published(registry)).toBeGreaterThan(10);
  const [, first = ''] = before?.split('spec@') ?? [];
  expect(await compiles(registry, first)).toEqual({ code: 0, log: '' });

  const schema = join(copy, 'spec/components/schemas/Fluid.yaml');
  const text = readFileSync(schema, 'utf8');
  writeFileSync(schema, text.replace(`, ${REMOVED}]`, ']').replace(new RegExp(`\n  ${REMOVED}:[^]*$`), '\n'));
  const { out } = await gate(copy, 'check', '--json');
  const { problems } = JSON.parse(out) as { problems: { what: string }[] };
  const needed = problems.map(({ what }) => /^(\S+) changed .* it needs (\w+)\.$/.exec(what));
  const releases = [...new Set(needed.map((found) => `'${found?.[1]}': ${found?.[2]}`))];
  for (const name of ['spec', 'client', 'cli', 'mock', 'contract-tests']) {
    expect(releases).toContain(`'@vehicle-lookup/${name}': minor`);
  }
  writeFileSync(join(copy, '.changeset/one.md'), `---\n${releases.join('\n')}\n---\n\nLess.\n`);
  const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (const { impact, fingerprint } of JSON.parse(out).changes) {
    if (impact !== 'major') continue;
    await gate(copy, 'acknowledge', fingerprint, '--reason', 'a test', '--owner', 'tests', '--expires', expires);
  }
  for (const [directory, file] of [
    ['spec', 'build.ts'],
    ['packages/types', 'generate.ts'],
  ] as const) {
    await must(join(copy, directory), [process.execPath, file]);
  }
  await must(join(copy, 'packages/types'), [
    process.execPath,
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.build.json',
  ]);
  await releaseTo(registry, copy, ['--since-last']);

  const tags = (await git('tag', '--list', '@vehicle-lookup/spec@*', '--sort=version:refname')).trim().split('\n');
  expect(tags).toEqual([before, expect.any(String)]);
  const [, version = ''] = tags[1]?.split('spec@') ?? [];
  const record = JSON.parse(readFileSync(join(copy, `spec/changes/${version}.json`), 'utf8'));
  expect(record.changes).toContainEqual(
    expect.objectContaining({
      impact: 'major',
      operations: ['getFluids'],
      acknowledgement: expect.objectContaining({ owner: 'tests' }),
    }),
  );
  expect(record.changes.map(({ pointer }: { pointer: string }) => pointer)).not.toContain('/info/version');
  // An update within the range of the first release brings nothing of the second; the next range is announced.
  expect(await compiles(registry, `^${first}`)).toMatchObject({ code: 0 });
  for (const name of ['types', 'client', 'cli']) {
    const changelog = readFileSync(join(copy, `packages/${name}/CHANGELOG.md`), 'utf8');
    expect(changelog).toContain(`### Breaking: the contract ${version}`);
  }
  expect(await compiles(registry, version)).toMatchObject({ code: 1, log: expect.stringContaining(REMOVED) });

  /** As `scripts/version.ts` and `pnpm release` do it, without installing again. */
  async function releaseTo({ env }: Registry, directory: string, since: string[]): Promise<void> {
    await must(directory, [join(root, 'node_modules/.bin/changeset'), 'version']);
    await must(directory, [process.execPath, 'scripts/sync-version.ts']);
    await must(directory, [process.execPath, 'scripts/record-changes.ts', ...since]);
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'versions');
    // On main, before anything is published and tagged: as the tests of release.yml run it.
    await git('checkout', '--quiet', '-B', 'main');
    await must(directory, [process.execPath, 'scripts/gate.ts']);
    await must(directory, [join(root, 'node_modules/.bin/changeset'), 'publish'], env);
  }
});

/** Compiles a project that installs the types in a range, and uses the member. */
async function compiles(registry: Registry, range: string): Promise<{ code: unknown; log: string }> {
  const project = temporaryDirectory();
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  await must(project, ['npm', 'install', '--no-audit', '--no-fund', `@vehicle-lookup/types@${range}`], registry.env);
  writeFileSync(
    join(project, 'use.ts'),
    `import type { Fluid } from '@vehicle-lookup/types';\nexport const note = (fluid: Fluid): string => fluid.${REMOVED};\n`,
  );
  const tsc = [
    process.execPath,
    join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    'use.ts',
  ];
  const { code, out } = await runCommand(tsc, { cwd: project });
  return { code, log: out };
}

/** How many packages the registry has. */
async function published({ address }: Registry): Promise<number> {
  const reply = await fetch(`${address}/-/verdaccio/data/packages`);
  return ((await reply.json()) as unknown[]).length;
}

/** @throws with the output when the command fails */
async function must(cwd: string, command: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { code, out, err } = await runCommand(command, { cwd, env });
  if (code !== 0) throw new Error(`${command.join(' ')}: ${out}${err}`);
}

/** A registry of this machine, empty at first, that asks no other. */
interface Registry {
  address: string;
  /** What package managers need to use it. */
  env: Record<string, string>;
  /** For a `.npmrc`: pnpm publishes to the registry of its directory. */
  npmrc: string;
}

/** Starts a registry, which is installed on first use. It is stopped at the end of the test. */
async function startRegistry(): Promise<Registry> {
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
