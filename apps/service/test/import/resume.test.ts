import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cleanUpLater, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { catalogueChecksum } from '../../src/catalogue/draft/catalogue-writer.ts';
import { lockImports } from '../../src/catalogue/draft/import-lock.ts';
import { catalogueFile, draftFile } from '../../src/catalogue/files/catalogue-files.ts';
import { openDatabase } from '../../src/database/sqlite/database.ts';
import { importCatalogue } from '../../src/import/import.ts';
import { type Data, files, manyLines, ndjson, newData, runImport, vehicle } from './support.ts';

const VEHICLES = process.env.DEEP ? 20_000 : 1000;
const FLAGS = ['--batch', '100', '--json'];

/** Starts or resumes an import in another process, and kills it once it has read this part of the file. */
async function importAndKill(data: Data, file: string, part: number, ...resume: 'resume'[]): Promise<void> {
  const child = join(import.meta.dirname, 'interrupted-import-child.ts');
  const bytes = String(Math.floor(statSync(file).size * part));
  expect(await run(child, [data.root, file, bytes, ...resume])).toMatchObject({ code: 'SIGKILL', err: '' });
}

function contentOf(data: Data, version: string): string {
  const db = openDatabase(catalogueFile(data, version), { readOnly: true });
  try {
    return catalogueChecksum(db);
  } finally {
    db.close();
  }
}

describe('a killed import', () => {
  test('is resumed to exactly the content of an undisturbed one, however often it is killed', async () => {
    const { checksum } = await newData().import(manyLines(VEHICLES));
    const data = newData();
    const old = await data.import(ndjson(vehicle(1)));
    const file = data.write(manyLines(VEHICLES));
    const kills = process.env.DEEP ? 20 : 2;
    for (let kill = 0; kill < kills; kill++) {
      await importAndKill(data, file, (kill + 1) / (kills + 1), ...(kill === 0 ? [] : (['resume'] as const)));
      expect(await data.store.currentVersion()).toBe(old.version);
      expect(existsSync(draftFile(data))).toBe(true);
    }
    const { code, out, err } = await runImport(data, file, [...FLAGS, '--resume']);
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ lines: VEHICLES + 3, counts: { vehicles: VEHICLES }, wrong: 0, checksum });
    expect(contentOf(data, report.version)).toBe(checksum);
    expect(files(data)).toEqual([`${old.version}.sqlite`, `${report.version}.sqlite`, 'current', 'previous']);
  });

  test('keeps the wrong lines that it has read', async () => {
    const data = newData();
    const file = data.write(`nope\n${manyLines(VEHICLES)}`);
    await importAndKill(data, file, 0.6);
    const { code, err } = await runImport(data, file, [...FLAGS, '--resume']);
    expect(code).toBe(1);
    expect(err).toContain(`1 of ${VEHICLES + 4} lines are wrong`);
    expect(err).toContain('line 1, byte 0, the line: expected one JSON object');
    expect(files(data)).toEqual([]);
  });

  test('is not resumed with another file', async () => {
    const data = newData();
    const file = data.write(manyLines(VEHICLES));
    await importAndKill(data, file, 0.6);
    const other = data.write(manyLines(VEHICLES).replace('Golf', 'Polo'), 'other.ndjson');
    const shorter = data.write(ndjson(vehicle(1)), 'shorter.ndjson');
    for (const wrong of [other, shorter]) {
      await expect(importCatalogue(data.store, { file: wrong, resume: true })).rejects.toThrow(
        /not the file whose import was interrupted; its first \d+ bytes \(\d+ lines\) differ/,
      );
    }
    expect((await importCatalogue(data.store, { file, resume: true })).wrong).toBe(0);
  });

  test('is replaced by a new import', async () => {
    const data = newData();
    await importAndKill(data, data.write(manyLines(VEHICLES)), 0.6);
    const { checksum, version } = await data.import(ndjson(vehicle(1)));
    expect(files(data)).toEqual([`${version}.sqlite`, 'current']);
    expect((await newData().import(ndjson(vehicle(1)))).checksum).toBe(checksum);
  });

  test('between its completion and the switch is switched to', async () => {
    const data = newData();
    const { version = '' } = await data.import(manyLines(10));
    rmSync(data.current);
    const resumed = await data.import(manyLines(10), { resume: true });
    expect(resumed.version).toBe(version);
    rmSync(data.current);
    renameSync(catalogueFile(data, version), draftFile(data));
    expect((await data.import(manyLines(10), { resume: true })).checksum).toBe(resumed.checksum);
    expect(await data.store.currentVersion()).toBe(version);
  });

  test('between its completion and the switch is switched to, also beside the journal of a deleted draft', async () => {
    const data = newData();
    const { version, checksum } = await data.import(manyLines(10));
    copyFileSync(hotJournal(), `${draftFile(data)}-journal`);
    rmSync(data.current);
    expect(await data.import(manyLines(10), { resume: true })).toMatchObject({ version, checksum });
  });

  test('that left out its wrong lines is switched to, even if it is resumed without that flag', async () => {
    const data = newData();
    const content = `nope\n${manyLines(10)}`;
    const { version } = await data.import(content, { skipBadLines: true });
    rmSync(data.current);
    const { code, out } = await runImport(data, data.write(content), ['--resume']);
    expect(code).toBe(0);
    expect(out).toContain(`Version ${version} is current`);
    expect(out).toContain('1 wrong lines were left out');
    expect(await data.store.currentVersion()).toBe(version);
  });
});

describe('resuming is rejected', () => {
  test('if no import was interrupted', async () => {
    const data = newData();
    await expect(data.import(manyLines(1), { resume: true })).rejects.toThrow(/no interrupted import to resume/);
    await data.import(manyLines(1));
    await expect(data.import(manyLines(1), { resume: true })).rejects.toThrow(/Start it without --resume/);
    expect(readdirSync(data.catalogues)).toHaveLength(2);
  });

  test('for standard input, whose beginning is lost', async () => {
    const { code, err } = await runImport(newData(), '-', ['--resume']);
    expect(code).toBe(2);
    expect(err).toContain('standard input cannot be resumed: what was read from it is lost');
  });
});

test('two imports do not run at once in one data directory', async () => {
  const data = newData();
  const draft = await data.store.newDraft();
  expect(() => lockImports(data, 0)).toThrow('another import is running in this data directory');
  await draft.close();
  lockImports(data, 0)();
});

test('processes that import at once into one directory succeed, or say that another import is running', async () => {
  for (let round = 0; round < (process.env.DEEP ? 12 : 1); round++) {
    const data = newData();
    const file = data.write(manyLines(50));
    if (round % 2 === 0) await (await data.store.newDraft()).close();
    const outcomes = await Promise.all([1, 2, 3].map(() => runImport(data, file, FLAGS)));
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

/** The journal of a database that was in the middle of a write. */
function hotJournal(): string {
  const path = join(temporaryDirectory(), 'other.sqlite');
  const db = new DatabaseSync(path);
  db.exec('pragma cache_size = 1; create table t (x text) strict');
  const insert = db.prepare('insert into t values (?)');
  for (let row = 0; row < 100; row++) insert.run('x'.repeat(1000));
  db.exec("begin; update t set x = 'y' || x");
  cleanUpLater(() => db.close());
  return `${path}-journal`;
}
