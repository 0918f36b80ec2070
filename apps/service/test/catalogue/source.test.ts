import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Catalogue, CatalogueSource } from '../../src/catalogue/catalogue.ts';
import { CatalogueError } from '../../src/catalogue/catalogue-error.ts';
import { catalogueFile } from '../../src/catalogue/catalogue-file.ts';
import { openCatalogueSource } from '../../src/catalogue/source.ts';
import { currentVersion, switchTo } from '../../src/catalogue/switch.ts';
import type { DataFolder } from '../../src/data-folder.ts';
import { UserError } from '../../src/user-error.ts';
import { carIds, collect, signal, temporaryDataFolder, vehicle, writeCatalogue } from './catalogues.ts';

const VIN = 'WVWZZZ1KZAW000001';

/** A version whose vehicles have these carIds, all of them matches. */
const version = (folder: DataFolder, name: string, ids: number[]): Promise<string> =>
  writeCatalogue(catalogueFile(folder, name), (writer) => {
    for (const carId of ids) writer.addVehicle(vehicle(carId, { patterns: ['WVWZZZ1K'] }));
  });

async function open(folder: DataFolder): Promise<CatalogueSource> {
  const source = await openCatalogueSource(folder);
  onTestFinished(() => source.close());
  return source;
}

const all = async (catalogue: Catalogue): Promise<number[]> => carIds(await collect(catalogue.matches(VIN)));

const SOON = { timeout: 2000, interval: 20 };

test('a folder without a catalogue knows nothing, and the first switch is seen', async () => {
  const folder = temporaryDataFolder();
  const source = await open(folder);
  expect(await currentVersion(folder)).toBeUndefined();
  expect(await source.use((catalogue) => catalogue.firstMatch(VIN))).toBeUndefined();
  expect(await source.use((catalogue) => catalogue.brands())).toEqual([]);
  await version(folder, 'v1', [1]);
  await switchTo(folder, 'v1');
  expect(await currentVersion(folder)).toBe('v1');
  await vi.waitFor(async () => expect(await source.use(all)).toEqual([1]), SOON);
});

test('an answer that streams ends on the version it began with, while new ones see the new; then the old file is closed', async () => {
  const folder = temporaryDataFolder();
  const old = Array.from({ length: 500 }, (_, i) => i + 1);
  await version(folder, 'v1', old);
  await switchTo(folder, 'v1');
  const source = await open(folder);

  const switched = signal();
  const began = signal();
  const stream = source.use(async (catalogue) => {
    const records: string[] = [];
    for await (const record of catalogue.matches(VIN)) {
      records.push(record);
      if (records.length === 1) began.give();
      if (records.length === 2) await switched.given;
    }
    return carIds(records);
  });
  await began.given;
  await version(folder, 'v2', [7]);
  await switchTo(folder, 'v2');
  await vi.waitFor(async () => expect(await source.use(all)).toEqual([7]), SOON);
  expect(await openFiles()).toContain(catalogueFile(folder, 'v1'));
  // Also where the old version is removed meanwhile.
  rmSync(catalogueFile(folder, 'v1'));
  switched.give();
  expect(await stream).toEqual(old);
  expect((await openFiles()).filter((file) => file.startsWith(catalogueFile(folder, 'v1')))).toEqual([]);
});

/** Files that this process holds. */
async function openFiles(): Promise<string[]> {
  const links = await readdir('/proc/self/fd');
  return Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
}

test('a damaged catalogue fails every answer until the folder is mended, by a switch or in its place', async () => {
  const folder = temporaryDataFolder();
  const path = await version(folder, 'v1', [1]);
  const copy = await readFile(path);
  await version(folder, 'v2', [2]);
  await switchTo(folder, 'v1');
  const source = await open(folder);
  expect(await source.use(all)).toEqual([1]);

  writeFileSync(path, 'garbage');
  await expect(source.use(all)).rejects.toThrow(CatalogueError);
  await switchTo(folder, 'v2');
  await vi.waitFor(async () => expect(await source.use(all)).toEqual([2]), SOON);
  await switchTo(folder, 'v1');
  await vi.waitFor(() => expect(source.use(all)).rejects.toThrow(CatalogueError), SOON);
  writeFileSync(`${path}.copy`, copy);
  renameSync(`${path}.copy`, path);
  await vi.waitFor(async () => expect(await source.use(all)).toEqual([1]), SOON);
});

test('a service starts on a broken catalogue, and answers when it is mended', async () => {
  const folder = temporaryDataFolder();
  writeFileSync(folder.current, 'v1\n');
  const source = await open(folder);
  await expect(source.use(all)).rejects.toThrow(CatalogueError);
  await version(folder, 'v1', [1]);
  await vi.waitFor(async () => expect(await source.use(all)).toEqual([1]), SOON);
});

test('a folder that loses the name of its version fails every answer, says how to name it, and answers again', async () => {
  const folder = temporaryDataFolder();
  await version(folder, 'v1', [1]);
  await switchTo(folder, 'v1');
  const source = await open(folder);
  rmSync(folder.current);
  await vi.waitFor(() => expect(source.use(all)).rejects.toThrow(CatalogueError), SOON);
  await expect(source.use(all)).rejects.toThrow(`echo v1 > ${folder.current}`);
  await switchTo(folder, 'v1');
  await vi.waitFor(async () => expect(await source.use(all)).toEqual([1]), SOON);
});

test('closing waits for the answers that run, and none begins afterwards', async () => {
  const folder = temporaryDataFolder();
  await version(folder, 'v1', [1, 2]);
  await switchTo(folder, 'v1');
  const source = await openCatalogueSource(folder);
  const go = signal();
  const answer = source.use(async (catalogue) => {
    await go.given;
    return all(catalogue);
  });
  let closed = false;
  const closing = source.close().then(() => {
    closed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).toBe(false);
  go.give();
  expect(await answer).toEqual([1, 2]);
  await closing;
  await expect(source.use(all)).rejects.toThrow('closed');
});

test.each(['v2', '../v1', '', '.'])(
  'a switch to %j, which is not there, is refused and changes nothing',
  async (name) => {
    const folder = temporaryDataFolder();
    await version(folder, 'v1', [1]);
    await switchTo(folder, 'v1');
    await expect(switchTo(folder, name)).rejects.toThrow(UserError);
    expect(await currentVersion(folder)).toBe('v1');
  },
);

test('a switch that fails leaves nothing behind', async () => {
  const folder = temporaryDataFolder();
  await version(folder, 'v1', [1]);
  // A rename does not replace a folder.
  mkdirSync(folder.current);
  await expect(switchTo(folder, 'v1')).rejects.toThrow('EISDIR');
  expect((await readdir(folder.catalogues)).sort()).toEqual(['current', 'v1.sqlite']);
});
