import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cleanUpLater, type ProgramResult } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { inCurrent, manyLines, ndjson, newData, runImport, vehicle } from './support.ts';

const VEHICLES = 1200;
const FLAGS = ['--batch', '100', '--json'];

/** Of an undisturbed import. */
let checksum: string | undefined;
beforeAll(async () => {
  checksum = (await newData().import(manyLines(VEHICLES))).checksum;
});

function expectClearMessage({ code, err }: ProgramResult): void {
  expect(code).toBe(1);
  expect(err).toMatch(
    /^vehicle-lookup-service: .*no room left to write.*[1-9]\d+ lines of the new one are kept.*--resume/,
  );
  expect(err.trim().split('\n')).toHaveLength(1);
}

test('a limit on the size of files stops an import with a clear message, and it can be resumed', async () => {
  const data = newData();
  const { version } = await data.import(ndjson(vehicle(1)));
  const file = data.write(manyLines(VEHICLES));
  expectClearMessage(await runImport(data, file, FLAGS, { fileSizeLimit: 2048 }));
  expect(await data.store.currentVersion()).toBe(version);
  expect(await inCurrent(data, (catalogue) => catalogue.vehicle(1))).toBeDefined();

  const resumed = await runImport(data, file, [...FLAGS, '--resume']);
  expect(resumed.code).toBe(0);
  expect(JSON.parse(resumed.out).checksum).toBe(checksum);
});

const mount = (root: string, options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root]);

const mayMount = (() => {
  const { root } = newData();
  mkdirSync(root);
  return mount(root, 'size=64k').status === 0 && spawnSync('umount', [root]).status === 0;
})();
if (!mayMount) console.warn('NOT TESTED: a full disk by a mount: needs the right to mount');

test.skipIf(!mayMount)('a full disk stops an import with a clear message, and it can be resumed', async () => {
  const data = newData();
  mkdirSync(data.root);
  expect(mount(data.root, 'size=2m').status).toBe(0);
  cleanUpLater(() => spawnSync('umount', ['-l', data.root]));
  const { version } = await data.import(ndjson(vehicle(1)));
  const file = data.write(manyLines(VEHICLES));
  expectClearMessage(await runImport(data, file, FLAGS));
  expect(await data.store.currentVersion()).toBe(version);

  // Without room it cannot continue, and nothing is lost by trying.
  expect((await runImport(data, file, [...FLAGS, '--resume'])).err).toContain('no room left to write');
  expect(mount(data.root, 'remount,size=64m').status).toBe(0);
  const resumed = await runImport(data, file, [...FLAGS, '--resume']);
  expect(resumed.err).toBe('');
  expect(JSON.parse(resumed.out).checksum).toBe(checksum);
});
