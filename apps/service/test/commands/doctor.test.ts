import { execSync } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { nextWithoutCurrent } from '../../src/catalogue/files/catalogue-files.ts';
import { FILTER_TABLE } from '../../src/catalogue/vin/vin-filter.ts';
import { dataDirectory } from '../../src/data-directory/data-directory.ts';
import type { DoctorFinding } from '../../src/doctor/finding.ts';
import { DEMO } from '../../src/import/demo.ts';
import { ask, VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { runService, serve } from '../support/service.ts';
import { catalogueOf, damage, soundData } from '../support/sound-data.ts';

const sound = soundData();

async function examine(dataDir: string): Promise<{ code: number; findings: DoctorFinding[]; notOk: DoctorFinding[] }> {
  const { code, out, err } = await callProgram(dataDir, ['doctor', '--json']);
  expect(err).toBe('');
  const { healthy, findings } = JSON.parse(out) as { healthy: boolean; findings: DoctorFinding[] };
  expect(healthy).toBe(code === 0);
  const notOk = findings.filter(({ state }) => state !== 'ok');
  for (const finding of notOk) expect(finding.next).toMatch(/\w{3}/);
  return { code, findings, notOk };
}

test('doctor reports a healthy directory as ok, with the numbers of accounts, keys and vehicles', async () => {
  const data = sound.copy();
  const before = contents(data);
  const { code, out } = await runService(['doctor', '--data-dir', data]);
  expect(out).toContain('accounts: 1 in use; keys: 1 live');
  expect(out).toMatch(/version \S+: \d{2,} vehicles, \d{2,} brands/);
  expect(out).toMatch(/No problems were found\.\n$/);
  expect(code).toBe(0);
  expect(contents(data)).toEqual(before);
});

const contents = (data: string) =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file, 'base64')]);

test('doctor works while a service is using the directory and after a kill', async () => {
  const data = sound.copy();
  const running = await serve(data);
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
  await running.stop('SIGKILL');
  // SQLite may change the index of its write-ahead log.
  const kept = () => contents(data).filter(([file]) => !file?.endsWith('-shm'));
  const before = kept();
  expect(before.map(([file]) => file)).toContain(join(data, 'accounts.sqlite-wal'));
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
  expect(kept()).toEqual(before);
});

test('for a directory with only a catalogue, the next step is to restore a backup or create an account', async () => {
  const data = sound.copy();
  rmSync(join(data, 'accounts.sqlite'));
  const [missing] = (await examine(data)).notOk;
  expect(missing?.next).toMatch(/restore the latest backup.*otherwise, run: account create/);
});

const sql = (data: string, statement: string) => {
  const db = new DatabaseSync(join(data, 'accounts.sqlite'));
  db.exec(statement);
  db.close();
};

const breakages: [string, (data: string) => void, string, RegExp][] = [
  ['has no accounts', (data) => rmSync(join(data, 'accounts.sqlite')), 'accounts', /accounts\.sqlite is missing/],
  [
    'has garbage as accounts',
    (data) => writeFileSync(join(data, 'accounts.sqlite'), 'garbage '.repeat(1000)),
    'accounts',
    /not readable as a database/,
  ],
  ['has damaged accounts', (data) => damage(join(data, 'accounts.sqlite')), 'accounts', /damaged|not readable/],
  [
    'has empty accounts',
    (data) => truncateSync(join(data, 'accounts.sqlite')),
    'accounts',
    /is empty although there is a catalogue/,
  ],
  [
    'has accounts of a newer version',
    (data) => sql(data, "INSERT INTO migration VALUES ('9999-later', '')"),
    'accounts',
    /newer version of this service ran 9999-later/,
  ],
  [
    'has a key without its account',
    (data) => sql(data, 'PRAGMA foreign_keys = OFF; UPDATE api_key SET account_id = 99'),
    'accounts',
    /api_key refers to a row of account/,
  ],
  ['has no current catalogue', (data) => rmSync(join(data, 'catalogue/current')), 'catalogue', /current is missing/],
  ['lacks its catalogue file', (data) => rmSync(catalogueOf(data)), 'catalogue', /whose file is missing/],
  ['has garbage as a catalogue', (data) => writeFileSync(catalogueOf(data), 'garbage'), 'catalogue', /not readable/],
  ['has a damaged catalogue', (data) => damage(catalogueOf(data)), 'catalogue', /damaged|not readable/],
  [
    'has a partly loaded current catalogue',
    (data) => {
      const db = new DatabaseSync(catalogueOf(data));
      db.exec('PRAGMA user_version = 0; DROP TABLE vin_pattern');
      db.close();
    },
    'catalogue',
    /not a finished catalogue/,
  ],
  [
    'has a catalogue whose filter hides vehicles',
    (data) => {
      const db = new DatabaseSync(catalogueOf(data));
      db.exec(`UPDATE ${FILTER_TABLE} SET words = zeroblob(length(words))`);
      db.close();
    },
    'catalogue',
    /is damaged, because its filter hides vehicles/,
  ],
  [
    'has a catalogue with a changed byte',
    (data) => {
      const db = new DatabaseSync(catalogueOf(data));
      db.exec(`UPDATE fluid SET record = replace(record, 'Engine', 'Engime')`);
      db.close();
    },
    'catalogue',
    /was changed after its import: expected SHA-256 [0-9a-f]{64}, got [0-9a-f]{64}/,
  ],
  ['is writable by everybody', (data) => chmodSync(data, 0o777), 'access', /is writable by every user/],
];

test.each(breakages)('a directory that %s has one finding with the next step', async (_, breakIt, what, text) => {
  const data = sound.copy();
  breakIt(data);
  const { code, notOk } = await examine(data);
  expect(notOk).toEqual([expect.objectContaining({ what, state: 'wrong', text: expect.stringMatching(text) })]);
  expect(code).toBe(1);
});

const YEARS = 20 * 365 * 86_400_000;
const charged = (ms: number) => `INSERT INTO usage SELECT id, 1, ${ms} FROM account`;

test('--repair-clock corrects consultations dated in the future, even while a service is running', async () => {
  const data = sound.copy();
  const running = await serve(data);
  sql(data, charged(Date.now() + YEARS));
  const { code, notOk } = await examine(data);
  expect(code).toBe(1);
  expect(notOk).toMatchObject([
    { what: 'clock', state: 'wrong', text: expect.stringMatching(/of 1 account .*20\d\d-/) },
  ]);
  expect(notOk[0]?.next).toContain('doctor --repair-clock');
  const standing = () => ask(running.address, { ...sound.account(), ...VEHICLE });
  expect((await standing()).reset).toBeGreaterThan(YEARS / 1000);
  expect((await callProgram(data, ['doctor', '--repair-clock'])).out).toContain(
    '2 consultations set to the current time',
  );
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
  const { remaining, reset } = await standing();
  expect(remaining).toBe(997);
  expect(reset).toBeLessThanOrEqual(30 * 86_400);
});

test('a clock that differs by minutes is ok', async () => {
  const data = sound.copy();
  sql(data, charged(Date.now() + 240_000));
  expect((await examine(data)).notOk).toEqual([]);
});

test('a directory or an accounts file that other users can read causes a warning', async () => {
  const data = sound.copy();
  const paths = [data, join(data, 'accounts.sqlite')];
  for (const path of paths) chmodSync(path, 0o755);
  const { code, notOk } = await examine(data);
  expect(code).toBe(0);
  expect(notOk.map(({ state, next }) => [state, next])).toEqual(paths.map((path) => ['warning', `chmod go= ${path}`]));
});

test.each(['import', 'migrate'])('a data directory that %s creates is readable only by its owner', async (first) => {
  const data = join(temporaryDirectory(), 'data');
  const file = first === 'import' ? [DEMO] : [];
  expect((await callProgram(data, [first, ...file])).code).toBe(0);
  for (const directory of [data, join(data, 'catalogue')]) expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('if no version is current, the next step names the newest version', async () => {
  const data = sound.copy();
  const current = join(data, 'catalogue/current');
  const version = readFileSync(current, 'utf8').trim();
  rmSync(current);
  const [finding] = (await examine(data)).notOk;
  expect(finding?.next).toBe(nextWithoutCurrent(dataDirectory(data)));
  expect(finding?.next).toContain(`echo ${version} > ${current}`);
  execSync(`echo ${version} > ${current}`);
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
});

test('an unfinished import, an unknown file and accounts without valid keys are only warnings', async () => {
  const data = sound.copy();
  writeFileSync(join(data, 'catalogue/next.importing.sqlite'), '');
  writeFileSync(join(data, 'catalogue/notes.txt'), '');
  sql(data, 'UPDATE api_key SET expires_ms = 1');
  const { code, notOk } = await examine(data);
  expect(code).toBe(0);
  expect(notOk.map(({ state, text }) => [state, text])).toEqual([
    ['warning', expect.stringContaining('accounts: 1 in use; keys: 1 expired')],
    ['warning', expect.stringContaining('an import is running, or was interrupted')],
    ['warning', expect.stringContaining('notes.txt is not used')],
  ]);
});

test('if the data directory is missing or is a file, the error names it', async () => {
  const directory = temporaryDirectory();
  const { notOk } = await examine(join(directory, 'none'));
  expect(notOk).toMatchObject([{ what: 'directory', text: expect.stringContaining('/none does not exist') }]);
  writeFileSync(join(directory, 'file'), '');
  expect((await examine(join(directory, 'file'))).notOk).toMatchObject([
    { text: expect.stringContaining('not a directory') },
  ]);
  expect(readdirSync(directory)).toEqual(['file']);
});

test('an empty directory has findings for accounts and catalogue, and stays empty', async () => {
  const directory = temporaryDirectory();
  const { code, notOk } = await examine(directory);
  expect(code).toBe(1);
  expect(notOk.map(({ what }) => what)).toEqual(['accounts', 'catalogue']);
  expect(readdirSync(directory)).toEqual([]);
});

test('a file instead of the catalogue directory causes a finding, not an error', async () => {
  const data = sound.copy();
  const current = join(data, 'catalogue/current');
  renameSync(current, `${current}.old`);
  renameSync(join(data, 'catalogue'), join(data, 'away'));
  writeFileSync(join(data, 'catalogue'), '');
  const { code, notOk } = await examine(data);
  expect(code).toBe(1);
  expect(notOk.map(({ what }) => what)).toContain('catalogue');
});
