import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accountMigrations } from '../../src/database/sqlite/tables.ts';
import { callProgram } from '../support/program.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

/** Creates a backup after an SQL statement on the accounts database. */
async function backupAfter(sql: string): Promise<string> {
  const data = sound.copy();
  const db = new DatabaseSync(join(data, 'accounts.sqlite'));
  db.exec(sql);
  db.close();
  const file = join(temporaryDirectory(), 'backup.tar');
  expect(await callProgram(data, ['backup', file])).toMatchObject({ code: 0 });
  return file;
}

const LATER = '0002-expand-later';
const NEWER_RELEASE = `insert into migration values ('9999-later', '')`;

test('a backup from before an upgrade is restored and migrated to this version', async () => {
  const file = await backupAfter('select 1');
  accountMigrations[LATER] = ['alter table plan add column note text'];
  onTestFinished(() => void delete accountMigrations[LATER]);
  const data = join(temporaryDirectory(), 'data');
  const { code, out, err } = await callProgram(data, ['restore', file]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`from an older version; these migrations ran: ${LATER}`);
  expect(await callProgram(data, ['doctor', '--backup', file])).toMatchObject({ code: 0 });
  expect(await callProgram(data, ['doctor'])).toMatchObject({ code: 0 });
  expect((await callProgram(data, ['usage'])).out).toContain('someone');
});

test('doctor checks a backup file even if DATABASE_URL is set', async () => {
  const doctor = (file: string) => {
    vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none');
    return callProgram('/nowhere', ['doctor', '--backup', file]);
  };
  const good = await backupAfter('select 1');
  expect(await doctor(good)).toMatchObject({ code: 0, out: expect.stringContaining('No problems were found.') });
  expect(await doctor(await backupAfter(NEWER_RELEASE))).toMatchObject({
    code: 1,
    out: expect.stringContaining('newer version of this service'),
  });
  const bytes = readFileSync(good);
  const start = bytes.indexOf('SQLite format 3');
  const broken = join(temporaryDirectory(), 'broken.tar');
  // The damage begins after the first page, so the headers of the archive and the database are intact.
  writeFileSync(broken, bytes.fill(0x5a, start + 4096, start + 12_288));
  const { code, out } = await doctor(broken);
  expect(code).toBe(1);
  expect(out).toMatch(/wrong +accounts .*damaged/);
  expect(await doctor(join(temporaryDirectory(), 'none.tar'))).toMatchObject({ code: 1 });
});
