import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { runScript } from './support/script.ts';
import { install, pack } from './support/tarballs.ts';

const cwd = temporaryDirectory();
const program = join(cwd, 'node_modules/@vehicle-lookup/service/bin/vehicle-lookup-service.js');
const data = ['--data-dir', join(cwd, 'data')];

beforeAll(async () => {
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }');
  await install(await pack('@vehicle-lookup/service'), cwd);
});

test('the installed package serves the demo data to an account', async () => {
  const service = await startServer(program, ['serve', '--demo', '--port', '0', '--admin-port', '0', ...data]);
  const created = await run(program, ['account', 'create', '--user', 'me', '--plan', 'free', '--json', ...data]);
  const { user, key } = JSON.parse(created.out);
  const query = new URLSearchParams({ user, key, carId: '25573', fluids: '1' });
  expect((await fetch(`${service.address}/api/?${query}`)).status).toBe(200);
});

test('the installed package contains the files for operators, but not the sources', () => {
  const files = readdirSync(join(cwd, 'node_modules/@vehicle-lookup/service'), { recursive: true }).map(String);
  for (const file of [
    'README.md',
    'deploy/nginx.conf',
    'deploy/Caddyfile',
    'demo/FORMAT.md',
    'dist/quota/charge.sql',
    'dist/limits/admit.sql',
  ])
    expect(files).toContain(file);
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
});

test('npx runs the package: --version prints the version, or an older Node.js prints the required version', async () => {
  const { code, log } = await runScript('npx --no-install vehicle-lookup-service --version', {}, cwd);
  expect(log).toMatch(code === 0 ? /^\d+\.\d+\.\d+$/m : /needs Node\.js [\d.]+ or newer, this is \d/);
});
