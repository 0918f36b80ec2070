import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { catalogueFile } from '../../src/catalogue/catalogue-file.ts';
import { currentVersion } from '../../src/catalogue/switch.ts';
import type { DataFolder } from '../../src/data-folder.ts';
import { catalogueChecksum } from '../../src/import/checksum.ts';
import { importCatalogue } from '../../src/import/import.ts';
import { unfinishedPath } from '../../src/import/workplace.ts';
import { openDatabase } from '../../src/sqlite/open.ts';
import { start } from './process.ts';
import { afterwards, emptyFolder, files, manyLines, ndjson, vehicle, writeFile } from './support.ts';

const VEHICLES = process.env.DEEP ? 20_000 : 2500;

/** Waits until an import in another process has written something. */
async function underWay(folder: DataFolder, bytes: number): Promise<void> {
  const log = `${unfinishedPath(folder)}-wal`;
  while ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) < bytes) await sleep(2);
}

const importing = (folder: DataFolder, file: string, ...flags: string[]) =>
  start(['import', file, '--data-dir', folder.root, '--batch', '100', '--json', ...flags]);

async function killedInTheMiddle(folder: DataFolder, file: string, ...flags: string[]): Promise<void> {
  const { child, ended } = importing(folder, file, ...flags);
  await underWay(folder, 1_000_000);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
}

function contentOf(folder: DataFolder, version: string): string {
  const db = openDatabase(catalogueFile(folder, version), { readOnly: true });
  afterwards(() => db.close());
  return catalogueChecksum(db);
}

describe('An import that was killed', () => {
  test('resumes to exactly the content of an undisturbed one, however often it is killed', async () => {
    const undisturbed = emptyFolder();
    const file = writeFile(undisturbed, manyLines(VEHICLES));
    const { checksum } = await importCatalogue({ folder: undisturbed, file });

    const folder = emptyFolder();
    const old = await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(1))) });
    await killedInTheMiddle(folder, file);
    expect(await currentVersion(folder)).toBe(old.version);
    for (let kill = 0; kill < (process.env.DEEP ? 20 : 2); kill++) {
      const { child, ended } = importing(folder, file, '--resume');
      await sleep(250 + kill * 40);
      child.kill('SIGKILL');
      const { signal } = await ended;
      if (signal === null) break;
      // Or it was killed after the last line: before the switch, or before its exit.
      if (!existsSync(unfinishedPath(folder))) break;
      expect(await currentVersion(folder)).toBe(old.version);
    }
    if ((await currentVersion(folder)) === old.version) {
      const { code, out, err } = await importing(folder, file, '--resume').ended;
      expect(err).toBe('');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        lines: VEHICLES + 3,
        counts: { vehicles: VEHICLES },
        wrong: 0,
        checksum,
      });
    }
    const version = (await currentVersion(folder)) ?? '';
    expect(version).not.toBe(old.version);
    expect(contentOf(folder, version)).toBe(checksum);
    expect(files(folder)).toEqual([`${old.version}.sqlite`, `${version}.sqlite`, 'current']);
  });

  test('keeps the wrong lines that it has seen', async () => {
    const folder = emptyFolder();
    const file = writeFile(folder, `nope\n${manyLines(VEHICLES)}`);
    await killedInTheMiddle(folder, file);
    const { code, err } = await importing(folder, file, '--resume').ended;
    expect(code).toBe(1);
    expect(err).toContain(`1 of ${VEHICLES + 4} lines are wrong`);
    expect(err).toContain('line 1, byte 0, the line: expected one JSON object');
    expect(files(folder)).toEqual([]);
  });

  test('does not go on with another file', async () => {
    const folder = emptyFolder();
    const file = writeFile(folder, manyLines(VEHICLES));
    await killedInTheMiddle(folder, file);
    const other = writeFile(folder, manyLines(VEHICLES).replace('Golf', 'Polo'), 'other.ndjson');
    const shorter = writeFile(folder, ndjson(vehicle(1)), 'shorter.ndjson');
    for (const wrong of [other, shorter]) {
      const { code, err } = await importing(folder, wrong, '--resume').ended;
      expect(code).toBe(1);
      expect(err).toMatch(/not the file whose import was interrupted; its first \d+ bytes \(\d+ lines\) differ/);
    }
    expect((await importing(folder, file, '--resume').ended).code).toBe(0);
  });

  test('is thrown away by one that starts anew', async () => {
    const folder = emptyFolder();
    await killedInTheMiddle(folder, writeFile(folder, manyLines(VEHICLES)));
    const { checksum, version } = await importCatalogue({ folder, file: writeFile(folder, ndjson(vehicle(1))) });
    expect(files(folder)).toEqual([`${version}.sqlite`, 'current']);
    const fresh = emptyFolder();
    expect((await importCatalogue({ folder: fresh, file: writeFile(fresh, ndjson(vehicle(1))) })).checksum).toBe(
      checksum,
    );
  });

  test('between its completion and the switch is switched to', async () => {
    const folder = emptyFolder();
    const file = writeFile(folder, manyLines(10));
    const { version = '' } = await importCatalogue({ folder, file });
    rmSync(folder.current);
    const resumed = await importCatalogue({ folder, file, resume: true });
    expect(resumed.version).toBe(version);
    rmSync(folder.current);
    renameSync(catalogueFile(folder, version), unfinishedPath(folder));
    expect((await importCatalogue({ folder, file, resume: true })).checksum).toBe(resumed.checksum);
    expect(await currentVersion(folder)).toBe(version);
  });
});

test('a file that was loaded without its wrong lines is switched to, however it is resumed', async () => {
  const folder = emptyFolder();
  const file = writeFile(folder, `nope\n${manyLines(10)}`);
  const { version } = await importCatalogue({ folder, file, skipBadLines: true });
  rmSync(folder.current);
  const { code, out } = await start(['import', file, '--resume', '--data-dir', folder.root]).ended;
  expect(code).toBe(0);
  expect(out).toContain(`Version ${version} answers`);
  expect(out).toContain('1 wrong lines were left out');
  expect(await currentVersion(folder)).toBe(version);
});

describe('Resuming is refused', () => {
  test('where nothing was left', async () => {
    const folder = emptyFolder();
    const file = writeFile(folder, manyLines(1));
    await expect(importCatalogue({ folder, file, resume: true })).rejects.toThrow(/no unfinished import to resume/);
    await importCatalogue({ folder, file });
    await expect(importCatalogue({ folder, file, resume: true })).rejects.toThrow(/Start it without --resume/);
    expect(readdirSync(join(folder.root, 'catalogue'))).toHaveLength(2);
  });

  test('for standard input, which is gone', async () => {
    const { code, err } = await start(['import', '-', '--resume', '--data-dir', emptyFolder().root]).ended;
    expect(code).toBe(2);
    expect(err).toContain('standard input cannot be resumed: what was read from it is gone');
  });
});

test('two imports do not run at once in one data folder', async () => {
  const folder = emptyFolder();
  const file = writeFile(folder, manyLines(VEHICLES));
  const first = importing(folder, file);
  await underWay(folder, 100_000);
  first.child.kill('SIGSTOP');
  for (const { code, err } of await Promise.all([
    importing(folder, file).ended,
    importing(folder, file, '--resume').ended,
  ])) {
    expect(err).toContain('another import is running in this data folder');
    expect(code).toBe(1);
  }
  first.child.kill('SIGCONT');
  expect((await first.ended).code).toBe(0);
});

/** What an import leaves that was killed at its beginning. */
function leaveUnfinished(folder: DataFolder): void {
  mkdirSync(folder.catalogues, { recursive: true });
  openDatabase(unfinishedPath(folder)).close();
}

test('processes that import at once into one folder end well, or are told that another import is running', async () => {
  for (let round = 0; round < (process.env.DEEP ? 12 : 3); round++) {
    const folder = emptyFolder();
    const file = writeFile(folder, manyLines(50));
    if (round % 2 === 1) leaveUnfinished(folder);
    const ended = await Promise.all([1, 2, 3].map(() => importing(folder, file).ended));
    expect(ended.filter(({ code }) => code === 0)).not.toEqual([]);
    for (const { code, err } of ended) expect(err).toContain(code === 0 ? '' : 'another import is running');
    expect(files(folder)).not.toContain('next.importing.sqlite');
  }
});

test('an import from standard input loads what comes', async () => {
  const folder = emptyFolder();
  const { code, out } = await start(['import', '-', '--data-dir', folder.root, '--json'], manyLines(30)).ended;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ lines: 33, counts: { vehicles: 30 } });
});
