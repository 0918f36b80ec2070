import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { cleanUpLater, temporaryDirectory } from '@vehicle-lookup/testing';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { expect, test } from 'vitest';
import { CatalogueError, type CatalogueEvents } from '../../../src/catalogue/catalogue.ts';
import { catalogueFile } from '../../../src/catalogue/files/catalogue-files.ts';
import { type FollowedCatalogue, openCatalogueSource } from '../../../src/catalogue/files/catalogue-source.ts';
import { currentVersion, switchTo } from '../../../src/catalogue/files/current-version.ts';
import { type DataDirectory, dataDirectory, makeDirectories } from '../../../src/data-directory/data-directory.ts';
import { allMatches, VIN, vehicle } from '../../data-store/conformance/catalogue.ts';
import { writeCatalogue } from './catalogue-files.ts';

function newDirectory(): DataDirectory {
  const directory = dataDirectory(temporaryDirectory());
  makeDirectories(directory);
  return directory;
}

/** Writes a version with these vehicles, which all match the test VIN. */
const writeVersion = (directory: DataDirectory, name: string, ids: number[]): Promise<string> =>
  writeCatalogue(catalogueFile(directory, name), (writer) => {
    for (const carId of ids) writer.add(vehicle(carId, { patterns: ['WVWZZZ1K'] }));
  });

async function open(directory: DataDirectory, events?: CatalogueEvents): Promise<FollowedCatalogue> {
  const source = await openCatalogueSource(directory, events);
  cleanUpLater(() => source.close());
  return source;
}

/** Returns the matches after a refresh of the source. */
async function matchesNow(source: FollowedCatalogue): Promise<number[]> {
  await source.refresh();
  return source.use(allMatches);
}

/** Returns the paths of the files that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = await readdir('/proc/self/fd');
  return Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
}

test('the file of an old version is closed after the last response that uses it, even if the file was removed', async () => {
  const directory = newDirectory();
  const file = await writeVersion(directory, 'v1', [1, 2, 3]);
  await switchTo(directory, 'v1');
  const source = await open(directory);
  const holds = async () => (await openFiles()).some((path) => path.startsWith(file));
  const ids = await source.use(async (catalogue) => {
    await writeVersion(directory, 'v2', [7]);
    await switchTo(directory, 'v2');
    expect(await matchesNow(source)).toEqual([7]);
    expect(await holds()).toBe(true);
    rmSync(file);
    return allMatches(catalogue, VIN);
  });
  expect(ids).toEqual([1, 2, 3]);
  await expect.poll(holds).toBe(false);
});

test('responses fail after the current catalogue is damaged until a switch or a repair', async () => {
  const directory = newDirectory();
  const path = await writeVersion(directory, 'v1', [1]);
  const copy = await readFile(path);
  await writeVersion(directory, 'v2', [2]);
  await switchTo(directory, 'v1');
  const source = await open(directory);
  expect(await source.use(allMatches)).toEqual([1]);

  writeFileSync(path, 'garbage');
  await expect(source.use(allMatches)).rejects.toThrow(CatalogueError);
  await expect(matchesNow(source)).rejects.toThrow(CatalogueError);
  await switchTo(directory, 'v2');
  expect(await matchesNow(source)).toEqual([2]);
  await switchTo(directory, 'v1');
  expect(await matchesNow(source)).toEqual([2]);
  writeFileSync(`${path}.copy`, copy);
  renameSync(`${path}.copy`, path);
  expect(await matchesNow(source)).toEqual([1]);
});

test('a source opens with a broken catalogue and works after a repair', async () => {
  const directory = newDirectory();
  writeFileSync(directory.current, 'v1\n');
  const source = await open(directory);
  await expect(source.use(allMatches)).rejects.toThrow(CatalogueError);
  await writeVersion(directory, 'v1', [1]);
  expect(await matchesNow(source)).toEqual([1]);
});

test('a version that cannot be opened is retried while the previous version stays in use', async () => {
  const directory = newDirectory();
  await writeVersion(directory, 'v1', [1]);
  const next = await writeVersion(directory, 'v2', [2]);
  await switchTo(directory, 'v1');
  const events: string[] = [];
  const source = await open(directory, {
    onSwitch: (version) => events.push(version),
    onFailure: ({ message }) => events.push(message),
  });
  const lock = new DatabaseSync(next);
  lock.exec('BEGIN EXCLUSIVE');
  await switchTo(directory, 'v2');
  expect(await matchesNow(source)).toEqual([1]);
  expect(await matchesNow(source)).toEqual([1]);
  lock.close();
  expect(await matchesNow(source)).toEqual([2]);
  expect(events).toEqual(['v1', expect.stringContaining(`${next}: not readable as a catalogue`), 'v2']);
});

test('a version stays in use if its name is lost', async () => {
  const directory = newDirectory();
  await writeVersion(directory, 'v1', [1]);
  await switchTo(directory, 'v1');
  const failures: string[] = [];
  const source = await open(directory, { onFailure: ({ message }) => failures.push(message) });
  rmSync(directory.current);
  expect(await matchesNow(source)).toEqual([1]);
  expect(failures).toEqual([expect.stringContaining(`echo v1 > ${directory.current}`)]);
  await expect((await open(directory)).use(allMatches)).rejects.toThrow(`echo v1 > ${directory.current}`);
});

test('an unchanged file that was temporarily unreadable is opened again', async () => {
  const directory = newDirectory();
  const path = await writeVersion(directory, 'v1', [1]);
  await switchTo(directory, 'v1');
  const source = await open(directory);
  const lock = new DatabaseSync(path);
  lock.exec('BEGIN EXCLUSIVE');
  rmSync(directory.current);
  await expect(matchesNow(source)).rejects.toThrow('no catalogue is current');
  lock.close();
  writeFileSync(directory.current, 'v1\n');
  expect(await matchesNow(source)).toEqual([1]);
});

test.each(['v2', '../v1', '', '.'])(
  'a switch to %j, which does not exist, is rejected without changes',
  async (name) => {
    const directory = newDirectory();
    await writeVersion(directory, 'v1', [1]);
    await switchTo(directory, 'v1');
    await expect(switchTo(directory, name)).rejects.toThrow(UserError);
    expect(await currentVersion(directory)).toBe('v1');
  },
);

test('a failed switch leaves no files behind', async () => {
  const directory = newDirectory();
  await writeVersion(directory, 'v1', [1]);
  // A rename does not replace a directory.
  mkdirSync(directory.current);
  await expect(switchTo(directory, 'v1')).rejects.toThrow('EISDIR');
  expect((await readdir(directory.catalogues)).sort()).toEqual(['current', 'v1.sqlite']);
});
