import { statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { lockImports } from '../../src/catalogue/draft/draft.ts';
import { files, manyLines, ndjson, newData, runImport, vehicle } from './support.ts';

test('a killed import does not change the current version, and the next import replaces its partial file', async () => {
  const data = newData();
  const old = await data.import(ndjson(vehicle(1)));
  const file = data.write(manyLines(1000));
  const child = join(import.meta.dirname, 'interrupted-import-child.ts');
  const bytes = String(Math.floor(statSync(file).size / 2));
  expect(await run(child, [data.root, file, bytes])).toMatchObject({ code: 'SIGKILL', err: '' });
  expect(await data.store.currentVersion()).toBe(old.version);
  expect(files(data)).toContain('next.importing.sqlite');
  const { version } = await data.import(ndjson(vehicle(2)));
  expect(files(data)).toEqual([`${old.version}.sqlite`, `${version}.sqlite`, 'current', 'previous']);
});

test('two imports do not run concurrently in one data directory', async () => {
  const data = newData();
  const draft = await data.store.newDraft();
  expect(() => lockImports(data, 0)).toThrow('another import is running in this data directory');
  await draft.close();
  lockImports(data, 0)();
});

test('concurrent imports into one directory either succeed or report that another import is running', async () => {
  for (let round = 0; round < (process.env.DEEP ? 12 : 1); round++) {
    const data = newData();
    const file = data.write(manyLines(50));
    const outcomes = await Promise.all([1, 2, 3].map(() => runImport(data, file)));
    expect(outcomes.filter(({ code }) => code === 0)).not.toEqual([]);
    for (const { code, err } of outcomes) expect(err).toContain(code === 0 ? '' : 'another import is running');
    expect(files(data)).not.toContain('next.importing.sqlite');
  }
});

test('standard input is imported', async () => {
  const { code, out } = await runImport(newData(), '-', ['--json'], { input: manyLines(30) });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ lines: 33, counts: { vehicles: 30 } });
});
