import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { startService } from '../../src/http/service.ts';
import { QUIET } from '../support/service.ts';
import { type Data, files, ndjson, newData, vehicle } from './support.ts';

/** Starts a service on available ports, and returns its log and the status of /ready. */
async function serve({ root }: Data): Promise<{ log: string; ready: number }> {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line), flush: async () => {}, dropped: () => 0 };
  const service = await startService({ ...QUIET, logLevel: 'info' }, await openDataStore(root), log);
  try {
    return { log: lines.join(''), ready: (await fetch(`${service.admin}/ready`)).status };
  } finally {
    await service.stop();
  }
}

const importVehicle = async (data: Data, carId: number): Promise<string> =>
  (await data.import(ndjson(vehicle(carId)))).version ?? '';

test('a service without `current` keeps the catalogue and logs how to restore `current`', async () => {
  const data = newData();
  const version = await importVehicle(data, 1);
  rmSync(data.current);
  const { log, ready } = await serve(data);
  expect(files(data)).toEqual([`${version}.sqlite`]);
  expect(ready).toBe(503);
  expect(log).toContain(`echo ${version} > ${data.current}`);
});

test('an import without `current` does not remove catalogues', async () => {
  const data = newData();
  const lost = await importVehicle(data, 1);
  rmSync(data.current);
  const version = await importVehicle(data, 2);
  expect(files(data)).toEqual([`${lost}.sqlite`, `${version}.sqlite`, 'current']);
});

test('an import removes only files with names that imports create', async () => {
  const data = newData();
  await importVehicle(data, 1);
  writeFileSync(`${data.catalogues}/mine.sqlite`, '');
  const versions = [await importVehicle(data, 2), await importVehicle(data, 3)];
  expect(files(data)).toEqual([
    ...versions.map((version) => `${version}.sqlite`),
    'current',
    'mine.sqlite',
    'previous',
  ]);
});
