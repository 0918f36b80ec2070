import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { DataFolder } from '../../src/data-folder.ts';
import { startService } from '../../src/http/service.ts';
import { importDemo } from '../../src/import/demo.ts';
import { importCatalogue } from '../../src/import/import.ts';
import { unfinishedPath } from '../../src/import/workplace.ts';
import { emptyFolder, files, ndjson, vehicle, writeFile } from './support.ts';

/** A service on free ports: what it says on standard error, and whether it is ready. */
async function served(folder: DataFolder): Promise<{ said: string; ready: number }> {
  const said: string[] = [];
  const log = { write: (text: string) => void said.push(text), flush: async () => {}, dropped: () => 0 };
  const service = await startService(readConfig({ port: '0', 'admin-port': '0' }, {}), folder, log);
  try {
    return { said: said.join(''), ready: (await fetch(`${service.admin}/ready`)).status };
  } finally {
    await service.stop();
  }
}

async function imported(folder: DataFolder, carId: number): Promise<string> {
  return (await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(carId))) })).version ?? '';
}

test('a service whose `current` is lost keeps the catalogue, is not ready, and says how to name it again', async () => {
  const folder = emptyFolder();
  const version = await imported(folder, 1);
  rmSync(folder.current);
  const { said, ready } = await served(folder);
  expect(files(folder)).toEqual([`${version}.sqlite`]);
  expect(ready).toBe(503);
  expect(said).toContain(`echo ${version} > ${folder.current}`);
});

test('a service keeps a first import that was interrupted, is not ready, and says how to go on', async () => {
  const folder = emptyFolder();
  mkdirSync(folder.catalogues, { recursive: true });
  writeFileSync(unfinishedPath(folder), '');
  const { said, ready } = await served(folder);
  expect(files(folder)).toEqual(['next.importing.sqlite']);
  expect(ready).toBe(503);
  expect(said).toContain('--resume');
});

test('the demonstration is loaded into a folder without a catalogue alone', async () => {
  const folder = emptyFolder();
  const version = await imported(folder, 1);
  rmSync(folder.current);
  expect(await importDemo(folder)).toBeUndefined();
  rmSync(`${folder.catalogues}/${version}.sqlite`);
  expect(await importDemo(folder)).toBeDefined();
});

test('an import into a folder whose `current` is lost removes no catalogue', async () => {
  const folder = emptyFolder();
  const lost = await imported(folder, 1);
  rmSync(folder.current);
  const version = await imported(folder, 2);
  expect(files(folder)).toEqual([`${lost}.sqlite`, `${version}.sqlite`, 'current']);
});

test('a resumed import of another file, where `current` is lost, leaves every catalogue in its place', async () => {
  const folder = emptyFolder();
  const version = await imported(folder, 1);
  rmSync(folder.current);
  const other = writeFile(folder, ndjson(vehicle(2)), 'other.ndjson');
  await expect(importCatalogue({ folder, file: other, resume: true })).rejects.toThrow('not the file whose import');
  expect(files(folder)).toEqual([`${version}.sqlite`]);
});

test('an import removes no file that is not named as its own', async () => {
  const folder = emptyFolder();
  await imported(folder, 1);
  writeFileSync(`${folder.catalogues}/mine.sqlite`, '');
  const versions = [await imported(folder, 2), await imported(folder, 3)];
  expect(files(folder)).toEqual([...versions.map((version) => `${version}.sqlite`), 'current', 'mine.sqlite']);
});
