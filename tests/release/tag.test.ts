import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';

/** The environment of a machine without a Git author, such as a runner. */
const NO_IDENTITY = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'user.useConfigOnly',
  GIT_CONFIG_VALUE_0: 'true',
};

// Runs the release.yml step after publishing, with a local repository instead of GitHub.
test('the tags of a release are pushed, v1 moves, a run completes a failed run, and the next run changes nothing', async () => {
  const [repository, remote, programs] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const write = (name: string, text: string) => writeFileSync(join(repository, name), text);
  const git = async (...args: string[]) => {
    const someone = ['-c', 'user.name=Somebody', '-c', 'user.email=s@example.com', '-c', 'commit.gpgsign=false'];
    const { code, out, err } = await runCommand(['git', ...someone, ...args], { cwd: repository });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err}`);
    return out.trim();
  };
  for (const directory of ['.ci', '.changeset', 'spec']) mkdirSync(join(repository, directory));
  write('.ci/tag', readFileSync(join(root, '.ci/tag'), 'utf8'));
  write('package.json', '{ "name": "all", "private": true }');
  write('pnpm-workspace.yaml', 'packages: [spec]\n');
  write('.changeset/config.json', '{ "privatePackages": { "version": false, "tag": false } }');
  write('spec/package.json', '{ "name": "@vehicle-lookup/spec", "version": "0.2.0" }');
  write('spec/CHANGELOG.md', '# Changes\n');
  write('.gitignore', 'node_modules\n');
  symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'));
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'before');
  await git('tag', 'v1');
  await git('commit', '--quiet', '--allow-empty', '--message', 'versions');
  await git('init', '--quiet', '--bare', remote);
  await git('push', '--quiet', remote, 'v1');
  const program = (name: string, lines: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\necho ${name} "$@"\n${lines}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  program('pnpm', '');
  // A created tag or release is visible from then on.
  const gh = (create: string) => program('gh', `[ "$2" = view ] && exec test -e "$0.made"\n${create}`);
  const env = { ...NO_IDENTITY, REMOTE: remote, PATH: [programs, process.env.PATH].join(delimiter) };
  const tag = () => runCommand(['bash', '.ci/tag'], { cwd: repository, env });

  gh('exit 1');
  expect(await tag()).toMatchObject({ code: 1 });
  await git('commit', '--quiet', '--allow-empty', '--message', 'no release');
  gh(': > "$0.made"');
  const next = await tag();
  expect(next, next.err).toMatchObject({ code: 0 });
  expect(next.out).toContain('gh release create @vehicle-lookup/spec@0.2.0 sbom.cdx.json');
  const released = await git('rev-parse', 'HEAD~1');
  const tags = (await git('ls-remote', '--tags', remote)).split('\n');
  const commits = new Map(tags.map((line) => line.split('\trefs/tags/').reverse() as [string, string]));
  expect(commits.get('v1')).toBe(released);
  expect([...commits.keys()]).toContain('@vehicle-lookup/spec@0.2.0');

  expect(await tag()).toMatchObject({ code: 0, out: expect.stringContaining('nothing was published') });
});
