import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { runtimePath } from '../../packages/client/bench/runtimes/runtime-path.ts';

const directory = temporaryDirectory();
const manifest = (packageDirectory = '.') =>
  JSON.parse(readFileSync(join(directory, packageDirectory, 'deno.json'), 'utf8'));

beforeAll(async () => {
  const { code, err } = await run(join(root, 'scripts/jsr.ts'), [directory]);
  expect(code, err).toBe(0);
});

const PACKAGES = ['types', 'selectors', 'secrets', 'document', 'operations', 'validators', 'client'];

describe('the packages for JSR', () => {
  test('are the client and what it needs, and the validators', () => {
    expect(manifest().workspace).toEqual(PACKAGES.map((name) => `./${name}`));
  });

  test.each(PACKAGES)('%s exports sources that exist', (packageDirectory) => {
    const { name, version, license, exports, imports = {} } = manifest(packageDirectory);
    expect({ name, license }).toEqual({ name: `@vehicle-lookup/${packageDirectory}`, license: 'MIT' });
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    const files = Object.values<string>({ ...exports, ...imports });
    expect(files.filter((file) => !existsSync(join(directory, packageDirectory, file)))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  test('are accepted by the dry run of JSR, also the types of their sources', async () => {
    const env = { DENO_DIR: temporaryDirectory(), DENO_NO_UPDATE_CHECK: '1' };
    const command = [runtimePath('deno'), 'publish', '--dry-run', '--allow-dirty'];
    const { code, out, err } = await runCommand(command, { cwd: directory, env });
    expect(code, out + err).toBe(0);
    expect(err).toContain('Dry run complete');
  });
});
