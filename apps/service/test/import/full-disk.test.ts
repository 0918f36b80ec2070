import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cleanUpLater, type ProgramResult } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { files, inCurrent, manyLines, ndjson, newData, runImport, vehicle } from './support.ts';

const VEHICLES = 1200;

function expectClearMessage({ code, err }: ProgramResult): void {
  expect(code).toBe(1);
  expect(err).toMatch(
    /^vehicle-lookup-service: .*no space left to write.*The current catalogue is unchanged. Run the import again/,
  );
  expect(err.trim().split('\n')).toHaveLength(1);
}

test('a file size limit stops an import with a clear message and without leaving files', async () => {
  const data = newData();
  const { version } = await data.import(ndjson(vehicle(1)));
  const file = data.write(manyLines(VEHICLES));
  expectClearMessage(await runImport(data, file, [], { fileSizeLimit: 2048 }));
  expect(await data.store.currentVersion()).toBe(version);
  expect(await inCurrent(data, (catalogue) => catalogue.vehicle(1))).toBeDefined();
  expect(files(data)).toEqual([`${version}.sqlite`, 'current']);
});

const mount = (root: string, options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root]);

const mayMount = (() => {
  const { root } = newData();
  mkdirSync(root);
  return mount(root, 'size=64k').status === 0 && spawnSync('umount', [root]).status === 0;
})();
if (!mayMount) console.warn('NOT TESTED: a full disk: permission to mount is required');

test.skipIf(!mayMount)('a full disk stops an import with a clear message and without leaving files', async () => {
  const data = newData();
  mkdirSync(data.root);
  expect(mount(data.root, 'size=2m').status).toBe(0);
  cleanUpLater(() => spawnSync('umount', ['-l', data.root]));
  const { version } = await data.import(ndjson(vehicle(1)));
  await expect(data.import(manyLines(VEHICLES))).rejects.toThrow(
    /no space left to write.*The current catalogue is unchanged/,
  );
  expect(await data.store.currentVersion()).toBe(version);
  expect(mount(data.root, 'remount,size=64m').status).toBe(0);
  expect((await data.import(manyLines(VEHICLES))).wrong).toBe(0);
});
