import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { files, inCurrent, manyLines, ndjson, newData, vehicle } from './support.ts';

test('an import makes its version current and keeps the previous version for a rollback', async () => {
  const data = newData();
  const importOf = (carId: number) => data.import(ndjson(vehicle(carId)), { onProgress: () => seen.push(carId) });
  const seen: number[] = [];
  const versions: string[] = [];
  for (const carId of [1, 2, 3]) {
    const { version = '' } = await importOf(carId);
    versions.push(version);
    expect(await data.store.currentVersion()).toBe(version);
    expect(await inCurrent(data, (catalogue) => catalogue.vehicle(carId))).toBeDefined();
  }
  expect(files(data)).toEqual([`${versions[1]}.sqlite`, `${versions[2]}.sqlite`, 'current', 'previous']);
  expect([...new Set(seen)]).toEqual([1, 2, 3]);
});

test('the old version stays current while lines are loaded', async () => {
  const data = newData();
  await data.import(ndjson(vehicle(1)));
  const before = await data.store.currentVersion();
  const during: (string | undefined)[] = [];
  await data.import(manyLines(500), {
    onProgress: () => void data.store.currentVersion().then((version) => during.push(version)),
  });
  expect(during.length).toBeGreaterThan(2);
  expect(new Set(during.slice(0, -1))).toEqual(new Set([before]));
  expect(await data.store.currentVersion()).not.toBe(before);
});

test('a rejected file does not change the current version', async () => {
  const data = newData();
  const { version } = await data.import(ndjson(vehicle(1)));
  await data.import('nope');
  expect(await data.store.currentVersion()).toBe(version);
  expect(files(data)).toEqual([`${version}.sqlite`, 'current']);
});

test('a file without entries is rejected, because a broken pipe has the same effect', async () => {
  const data = newData();
  const empty = ndjson({ kind: 'note', text: 'nothing' });
  const report = await data.import(empty, { skipBadLines: true });
  expect(report.version).toBeUndefined();
  expect(files(data)).toEqual([]);
});

test('a dry run does not write files', async () => {
  const data = newData();
  const report = await data.import(manyLines(20), { dryRun: true });
  expect(report).toMatchObject({ lines: 23, wrong: 0, counts: { vehicles: 20, brands: 1, models: 1, variants: 1 } });
  expect(existsSync(data.root)).toBe(false);
});

test('an import that fails at the switch reports the failure and leaves no version behind', async () => {
  const data = newData();
  const onProgress = () => mkdirSync(data.current, { recursive: true });
  await expect(data.import(ndjson(vehicle(1)), { onProgress })).rejects.toThrow(
    'The current catalogue is unchanged. Run the import again',
  );
  rmdirSync(data.current);
  expect(files(data)).toEqual([]);
  const { version } = await data.import(ndjson(vehicle(1)));
  expect(files(data)).toEqual([`${version}.sqlite`, 'current']);
});
