import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runShell, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { install, pack } from '../support/tarballs.ts';

/** The maximum number of packages and MB of an installation. */
const LIMITS: Record<string, [packages: number, megabytes: number]> = {
  'packages/client': [5, 1.5],
  'packages/cli': [12, 4],
  'packages/gate': [15, 4],
  'contract-tests': [6, 3],
  'apps/mock': [8, 6],
};

/** Returns the number of packages, the bytes, and the packages with install scripts of an installation. */
function measure(directory: string): { packages: number; bytes: number; withScripts: string[] } {
  const entries = readdirSync(join(directory, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const { packages } = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8'));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const withScripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  return { packages: Object.keys(packages).length - 1, bytes, withScripts };
}

test.each(Object.entries(LIMITS))(
  'the README of %s states the size of the installation, and install scripts do not exist',
  async (path, [most, megabytes]) => {
    const { name } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'package.json'), '{ "private": true }');
    await install(await pack(name), directory);
    const { packages, bytes, withScripts } = measure(directory);
    expect(withScripts).toEqual([]);
    const readme = readFileSync(join(root, path, 'README.md'), 'utf8');
    const [, statedPackages, statedMegabytes] = /(\d+)\spackages(?:,\s|\s\()([\d.]+)\sMB/.exec(readme) ?? [];
    // A new release of a dependency may slightly change both numbers.
    expect(Math.abs(packages - Number(statedPackages))).toBeLessThanOrEqual(Math.ceil(packages / 20));
    expect(Math.abs(bytes / 1e6 - Number(statedMegabytes))).toBeLessThanOrEqual(Math.max(0.1, bytes / 1e7));
    expect(packages).toBeLessThanOrEqual(most);
    expect(bytes / 1e6).toBeLessThanOrEqual(megabytes);
  },
);

test('without the MCP SDK, the command line explains how to install the SDK, and other commands work', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'package.json'), '{ "private": true }');
  await install(await pack('@vehicle-lookup/cli'), directory);
  const env = {
    VEHICLE_LOOKUP_BASE_URL: 'http://127.0.0.1:9',
    VEHICLE_LOOKUP_USER: 'demo',
    VEHICLE_LOOKUP_KEY: 'demo-key',
    XDG_CONFIG_HOME: directory,
  };
  const mcp = await runShell('node_modules/.bin/vehicle-lookup mcp', { cwd: directory, env });
  expect(mcp).toMatchObject({
    code: 1,
    err: 'vehicle-lookup: mcp requires @modelcontextprotocol/server. Install it in the same place as this program: npm install @modelcontextprotocol/server@2, or npm install @modelcontextprotocol/server@2 --global\n',
  });
  const help = await runShell('node_modules/.bin/vehicle-lookup decode --help', { cwd: directory, env });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('Usage: vehicle-lookup decode') });
});

test('the mock builds responses with only the bundle of Prism', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'package.json'), '{ "private": true }');
  await install(await pack('@vehicle-lookup/mock'), directory);
  expect(readdirSync(join(directory, 'node_modules'))).not.toContain('@stoplight');
  const program = join(directory, 'node_modules/@vehicle-lookup/mock/bin/vehicle-lookup-mock.js');
  const { address, stop } = await startServer(program, ['--port', '0']);
  const url = `${address}/api/?user=u&key=k&carId=25573&fluids=1`;
  for (const prefer of ['code=200', 'dynamic=true', 'code=404']) {
    const response = await fetch(url, { headers: { prefer } });
    expect({ prefer, status: response.status }).toEqual({ prefer, status: prefer === 'code=404' ? 404 : 200 });
  }
  expect(await stop()).toMatchObject({ code: 0, err: '' });
});
