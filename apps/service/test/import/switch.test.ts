import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentVersion } from '../../src/catalogue/switch.ts';
import { importCatalogue } from '../../src/import/import.ts';
import { current, emptyFolder, files, manyLines, ndjson, vehicle, writeFile } from './support.ts';

test('the old version answers until the new one is complete, and stays as the one to go back to', async () => {
  const folder = emptyFolder();
  const importOf = (carId: number) =>
    importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(carId))), onProgress: () => seen.push(carId) });
  const seen: number[] = [];
  const versions: string[] = [];
  for (const carId of [1, 2, 3]) {
    const { version = '' } = await importOf(carId);
    versions.push(version);
    expect(await currentVersion(folder)).toBe(version);
    expect(await (await current(folder)).vehicle(carId)).toBeDefined();
  }
  expect(files(folder)).toEqual([`${versions[1]}.sqlite`, `${versions[2]}.sqlite`, 'current']);
  expect(seen).toEqual([1, 2, 3]);
});

test('while lines are loaded, nothing of them answers', async () => {
  const folder = emptyFolder();
  await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(1))) });
  const before = await currentVersion(folder);
  const during: (string | undefined)[] = [];
  const file = writeFile(folder, manyLines(500));
  await importCatalogue({
    folder,
    file,
    batch: 10,
    onProgress: () => void currentVersion(folder).then((version) => during.push(version)),
  });
  expect(during.length).toBeGreaterThan(2);
  expect(new Set(during.slice(0, -1))).toEqual(new Set([before]));
  expect(await currentVersion(folder)).not.toBe(before);
});

test('a refused file leaves the version that answers', async () => {
  const folder = emptyFolder();
  const { version } = await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(1))) });
  await importCatalogue({ folder, file: writeFile(folder, 'nope') });
  expect(await currentVersion(folder)).toBe(version);
  expect(files(folder)).toEqual([`${version}.sqlite`, 'current']);
});

test('a file without an entry is refused: a pipe that broke looks like that', async () => {
  const folder = emptyFolder();
  const empty = ndjson({ kind: 'note', text: 'nothing' });
  const report = await importCatalogue({ folder, file: writeFile(folder, empty), skipBadLines: true });
  expect(report.version).toBeUndefined();
  expect(files(folder)).toEqual([]);
});

test('a dry run writes nothing', async () => {
  const folder = emptyFolder();
  const file = writeFile(folder, manyLines(20));
  const report = await importCatalogue({ folder, file, dryRun: true });
  expect(report).toMatchObject({ lines: 23, wrong: 0, counts: { vehicles: 20, brands: 1, models: 1, variants: 1 } });
  expect(existsSync(folder.root)).toBe(false);
});

test('an import that fails at the switch says that it can be resumed, and it can', async () => {
  const folder = emptyFolder();
  const file = writeFile(folder, ndjson(vehicle(1)));
  const onProgress = () => mkdirSync(folder.current);
  await expect(importCatalogue({ folder, file, onProgress })).rejects.toThrow(/1 lines are kept.*--resume/);
  rmdirSync(folder.current);
  const { version } = await importCatalogue({ folder, file, resume: true });
  expect(files(folder)).toEqual([`${version}.sqlite`, 'current']);
});
