import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  closedAddress,
  type Environment,
  enginePackages,
  root,
  run,
  runCommand,
  start,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { isGenerated } from '../support/repository.ts';
import { gate } from './recipe.ts';
import { must, type Remote, remoteOf, runRelease } from './release-workflow.ts';

// The life of a breaking change: two releases with release.yml, and a third-party project that uses the removed field.
const REMOVED = 'AddTextStr';
const OURS = '@vehicle-lookup/';
/** Two releases build every package twice, which on a busy machine exceeds the time limit for other tests. */
const TIME_LIMIT = 1_800_000;

test(
  'only the next version range breaks a project that uses a removed field, and the CHANGELOG reports it',
  async () => {
    const registry = await startRegistry();
    const remote = await remoteOf(await sourcesFor(registry));

    const first = await release(remote);
    expect(await registry.count()).toBeGreaterThan(9);
    const project = await projectUsing(registry, `^${first}`, remote.env);
    expect(await compiled(project)).toEqual({ code: 0, out: '' });

    await breakCallers(remote);
    const second = await release(remote);
    expect(second).not.toBe(first);
    await must('npm update', project, remote.env);
    expect(installed(project)).toMatchObject({ client: first, contract: first });
    expect(await compiled(project)).toEqual({ code: 0, out: '' });

    await must(`npm install ${OURS}client@^${second}`, project, remote.env);
    expect(installed(project)).toMatchObject({ client: second, contract: second });
    expect(await compiled(project)).toMatchObject({ code: 1, out: expect.stringContaining(REMOVED) });
    const [news] = readFileSync(join(project, 'node_modules', OURS, 'client/CHANGELOG.md'), 'utf8').split(
      `\n## ${first}`,
    );
    expect(news).toMatch(
      new RegExp(`## ${second}\n\n### Breaking: the contract ${second}\n\n[^#]*${REMOVED}[^#]*getFluids`),
    );
    expect(news).toContain('Fluids have no note.');
  },
  TIME_LIMIT,
);

/** Copies the sources before a release, with the URL of the repository and with the local registry. */
async function sourcesFor({ npmrc }: LocalRegistry): Promise<string> {
  const copy = temporaryDirectory();
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !isGenerated(basename(path)) });
  writeFileSync(join(copy, '.npmrc'), npmrc);
  const manifest = join(copy, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('/OWNER/', '/somebody/'));
  expect(await run(join(copy, 'scripts/manifests.ts'))).toMatchObject({ code: 0 });
  return copy;
}

/** Runs the workflow of a push to main, which applies pending changesets and then publishes. @returns the version of the contract */
async function release(remote: Remote): Promise<string> {
  const run = await runRelease(remote);
  const { tag = '' } = 'tag' in run ? run : await runRelease(remote);
  const [, version = ''] = /gh release create @vehicle-lookup\/spec@(\S+)/.exec(tag) ?? [];
  expect(await must('git tag --list', await remote.checkOut(), remote.env)).toContain(`${OURS}spec@${version}\n`);
  return version;
}

/** Removes the field as CONTRIBUTING.md describes, with an acknowledgement and a changeset. */
async function breakCallers(remote: Remote): Promise<void> {
  const clone = await remote.checkOut();
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(clone, file), change(readFileSync(join(clone, file), 'utf8')));
  edit('spec/components/schemas/Fluid.yaml', (text) =>
    text.replace(`, ${REMOVED}]`, ']').replace(new RegExp(`\n  ${REMOVED}:[^]*$`), '\n'),
  );
  edit('spec/components/examples/getFluids.yaml', (text) => text.replaceAll(new RegExp(`\n +${REMOVED}: .*`, 'g'), ''));
  await must('git checkout --quiet -b change && pnpm install --frozen-lockfile && pnpm generate', clone, remote.env);
  await must('git add . && git commit --quiet --message change', clone, remote.env);

  const { changes, problems } = JSON.parse((await gate(clone, 'check', '--json')).out) as {
    changes: { impact: string; fingerprint: string }[];
    problems: { what: string }[];
  };
  const needed = problems.map(({ what }) => /^(\S+) changed .* it requires a (\w+) bump\.$/.exec(what));
  const head = [...new Set(needed.map((found) => `'${found?.[1]}': ${found?.[2]}`))];
  for (const name of ['spec', 'client', 'cli', 'mock', 'contract-tests'])
    expect(head).toContain(`'${OURS}${name}': minor`);
  writeFileSync(join(clone, '.changeset/one.md'), `---\n${head.join('\n')}\n---\n\nFluids have no note.\n`);
  const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const why = ['--reason', 'a test', '--owner', 'tests', '--expires', expires];
  for (const { impact, fingerprint } of changes) {
    if (impact === 'major') await gate(clone, 'acknowledge', fingerprint, ...why);
  }
  expect(await gate(clone, 'check')).toMatchObject({ code: 0 });
  await remote.push('less');
}

/** Creates a project that uses the field and a version range of the client. */
async function projectUsing({ npmrc }: LocalRegistry, range: string, env: Environment): Promise<string> {
  const project = temporaryDirectory();
  writeFileSync(join(project, '.npmrc'), npmrc);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(project, 'use.ts'),
    `import type { Fluid } from '${OURS}client';\nexport const note = (fluid: Fluid) => fluid.${REMOVED};\n`,
  );
  await must(`npm install --no-audit --no-fund --prefer-offline '${OURS}client@${range}'`, project, env);
  return project;
}

const compiled = async (cwd: string): Promise<{ code: unknown; out: string }> => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext'];
  const { code, out } = await runCommand([process.execPath, tsc, ...flags, 'use.ts'], { cwd });
  return { code, out };
};

/** Returns the installed packages of this repository: name without scope → version. */
const installed = (project: string): Record<string, string> =>
  Object.fromEntries(
    globSync('*/package.json', { cwd: join(project, 'node_modules', OURS) }).map((file) => {
      const { name, version } = JSON.parse(readFileSync(join(project, 'node_modules', OURS, file), 'utf8'));
      return [name.slice(OURS.length), version];
    }),
  );

/** A local registry, which is initially empty and does not forward requests. */
interface LocalRegistry {
  /** The content of an `.npmrc` that publishes and installs the packages of this repository with the registry. */
  npmrc: string;
  /** Returns the number of packages. */
  count(): Promise<number>;
}

/** Starts a registry, which is installed on first use and stopped at the end of the test. */
async function startRegistry(): Promise<LocalRegistry> {
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
    // Publishing requires a token, but this registry accepts any token.
    npmrc: `${scope}:registry=${address}/\n//${new URL(address).host}/:_authToken=none\n`,
    async count() {
      const response = await fetch(`${address}/-/verdaccio/data/packages`);
      return ((await response.json()) as unknown[]).length;
    },
  };
}
