import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { currentVersion } from '../../src/catalogue/switch.ts';
import { dataFolder } from '../../src/data-folder.ts';
import { importCatalogue } from '../../src/import/import.ts';
import { start, startBehind } from './process.ts';
import { afterwards, current, emptyFolder, manyLines, ndjson, vehicle, writeFile } from './support.ts';

const VEHICLES = 1200;
const FLAGS = ['--batch', '100', '--json'];

/** Of an undisturbed import. */
let checksum: string | undefined;
beforeAll(async () => {
  const folder = emptyFolder();
  checksum = (await importCatalogue({ folder, file: writeFile(folder, manyLines(VEHICLES)) })).checksum;
});

test('a limit on the size of files stops an import with a clear message, and it can be resumed', async () => {
  const folder = emptyFolder();
  const { version } = await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(1))) });
  const file = writeFile(folder, manyLines(VEHICLES));
  const args = ['import', file, '--data-dir', folder.root, ...FLAGS];
  const { code, err } = await startBehind('ulimit -f 4096', args).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^vehicle-lookup-service: .*no room left to write.*[1-9]\d+ lines are kept.*--resume/);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(await currentVersion(folder)).toBe(version);
  expect(await (await current(folder)).vehicle(1)).toBeDefined();

  const resumed = await start([...args, '--resume']).ended;
  expect(resumed.code).toBe(0);
  expect(JSON.parse(resumed.out).checksum).toBe(checksum);
});

const mountable = (() => {
  const { root } = emptyFolder();
  mkdirSync(root, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', root]).status !== 0) return false;
  return spawnSync('umount', [root]).status === 0;
})();

test.skipIf(!mountable)('a full disk stops an import with a clear message, and it can be resumed', async () => {
  const { root } = emptyFolder();
  const folder = dataFolder(join(root, 'data'));
  mkdirSync(folder.root, { recursive: true });
  const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder.root]);
  expect(mount('size=5m').status).toBe(0);
  afterwards(() => spawnSync('umount', ['-l', folder.root]));
  const { version } = await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(1))) });
  const file = writeFile(folder, manyLines(VEHICLES));
  const args = ['import', file, '--data-dir', folder.root, ...FLAGS];
  const { code, err } = await start(args).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^vehicle-lookup-service: .*no room left to write.*[1-9]\d+ lines are kept.*--resume/);
  expect(await currentVersion(folder)).toBe(version);

  // Without room there is no going on, and nothing is lost by trying.
  expect((await start([...args, '--resume']).ended).err).toContain('no room left to write');
  expect(mount('remount,size=64m').status).toBe(0);
  const resumed = await start([...args, '--resume']).ended;
  expect(resumed.err).toBe('');
  expect(JSON.parse(resumed.out).checksum).toBe(checksum);
});
