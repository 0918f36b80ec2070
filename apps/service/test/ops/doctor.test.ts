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
import { expect, test } from 'vitest';
import { nextWithoutCurrent } from '../../src/catalogue/without-current.ts';
import { dataFolder } from '../../src/data-folder.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import { ask, VEHICLE } from './support/ask.ts';
import { catalogueOf, damage, soundFolder } from './support/data.ts';
import { createAccount, run, serve, service, temporaryFolder } from './support/run.ts';

const sound = soundFolder();

async function examine(dataDir: string): Promise<{ code: number | null; findings: Finding[]; notOk: Finding[] }> {
  const { code, out, err } = await run(['doctor', '--json', '--data-dir', dataDir]);
  expect(err).toBe('');
  const { healthy, findings } = JSON.parse(out) as { healthy: boolean; findings: Finding[] };
  expect(healthy).toBe(code === 0);
  const notOk = findings.filter(({ state }) => state !== 'ok');
  for (const finding of notOk) expect(finding.next).toMatch(/\w{3}/);
  return { code, findings, notOk };
}

test('a healthy folder is told so, with accounts, keys and the catalogue counted', async () => {
  const data = sound.copy();
  const before = contents(data);
  const { code, out } = await run(['doctor', '--data-dir', data]);
  expect(out).toContain('accounts: 1 in use; keys: 1 live');
  expect(out).toMatch(/version \S+: \d{3,} vehicles, \d{2,} brands/);
  expect(out).toMatch(/Nothing is wrong\.\n$/);
  expect(code).toBe(0);
  expect(contents(data)).toEqual(before);
});

const contents = (data: string) =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file, 'base64')]);

test('a folder may be examined while a service runs on it, and after it was killed', async () => {
  const data = sound.copy();
  const service = await serve(data);
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
  await service.kill();
  // SQLite's index of the log is its own affair.
  const kept = () => contents(data).filter(([file]) => !file?.endsWith('-shm'));
  const before = kept();
  expect(before.map(([file]) => file)).toContain(join(data, 'accounts.sqlite-wal'));
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
  expect(kept()).toEqual(before);
});

test('a new folder into which a catalogue was imported is sent to what makes accounts, not to a backup alone', async () => {
  const data = sound.copy();
  rmSync(join(data, 'accounts.sqlite'));
  const [missing] = (await examine(data)).notOk;
  expect(missing?.next).toMatch(
    /^in a new folder run `serve`, `migrate` or `account create`; .*restore the latest backup/,
  );
});

const sql = (data: string, statement: string) => {
  const db = new DatabaseSync(join(data, 'accounts.sqlite'));
  db.exec(statement);
  db.close();
};

const breakages: [string, (data: string) => void, string, RegExp][] = [
  ['has no accounts', (data) => rmSync(join(data, 'accounts.sqlite')), 'accounts', /accounts\.sqlite is missing/],
  [
    'has garbage for accounts',
    (data) => writeFileSync(join(data, 'accounts.sqlite'), 'garbage '.repeat(1000)),
    'accounts',
    /not readable as a database/,
  ],
  ['has damaged accounts', (data) => damage(join(data, 'accounts.sqlite')), 'accounts', /damaged|not readable/],
  ['has accounts of nothing', (data) => truncateSync(join(data, 'accounts.sqlite')), 'accounts', /lacks/],
  [
    'has accounts of a newer version',
    (data) => sql(data, "INSERT INTO kysely_migration VALUES ('9999-later', '')"),
    'accounts',
    /newer version of this service, which ran 9999-later/,
  ],
  [
    'has a key without its account',
    (data) => sql(data, 'PRAGMA foreign_keys = OFF; DELETE FROM account'),
    'accounts',
    /api_key refers to one of account/,
  ],
  ['has no current catalogue', (data) => rmSync(join(data, 'catalogue/current')), 'catalogue', /current is missing/],
  ['lacks the file of its catalogue', (data) => rmSync(catalogueOf(data)), 'catalogue', /whose file is missing/],
  ['has garbage for a catalogue', (data) => writeFileSync(catalogueOf(data), 'garbage'), 'catalogue', /not readable/],
  ['has a damaged catalogue', (data) => damage(catalogueOf(data)), 'catalogue', /damaged|not readable/],
  [
    'answers from a half-loaded catalogue',
    (data) => {
      const db = new DatabaseSync(catalogueOf(data));
      db.exec('DROP INDEX vin_pattern_lookup');
      db.close();
    },
    'catalogue',
    /not a finished catalogue/,
  ],
  ['may be written by everybody', (data) => chmodSync(data, 0o777), 'access', /may be written by every user/],
];

test.each(breakages)('a folder that %s is wrong, with the next step', async (_, breakIt, what, text) => {
  const data = sound.copy();
  breakIt(data);
  const { code, notOk } = await examine(data);
  expect(notOk).toEqual([expect.objectContaining({ what, state: 'wrong', text: expect.stringMatching(text) })]);
  expect(code).toBe(1);
});

const YEARS = 20 * 365 * 86_400_000;
const charged = (ms: number) => `INSERT INTO usage SELECT id, 1, ${ms} FROM account`;

test('consultations dated ahead of the clock are wrong, and --repair-clock mends them beside a service', async () => {
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
  expect((await run(['doctor', '--repair-clock', '--data-dir', data])).out).toContain('2 consultations dated back');
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
  const { remaining, reset } = await standing();
  expect(remaining).toBe(997);
  expect(reset).toBeLessThanOrEqual(30 * 86_400);
});

test('a clock that differs by minutes is not remarked', async () => {
  const data = sound.copy();
  sql(data, charged(Date.now() + 240_000));
  expect((await examine(data)).notOk).toEqual([]);
});

test('a folder that other users may read is remarked, as are its accounts', async () => {
  const data = sound.copy();
  const paths = [data, join(data, 'accounts.sqlite')];
  for (const path of paths) chmodSync(path, 0o755);
  const { code, notOk } = await examine(data);
  expect(code).toBe(0);
  expect(notOk.map(({ state, next }) => [state, next])).toEqual(paths.map((path) => ['warning', `chmod go= ${path}`]));
});

test.each(['import', 'migrate'])("a data folder that %s makes is its owner's alone", async (first) => {
  const data = join(temporaryFolder(), 'data');
  const file = first === 'import' ? [join(service, 'demo/catalogue.ndjson')] : [];
  expect((await run([first, ...file, '--data-dir', data])).code).toBe(0);
  for (const folder of [data, join(data, 'catalogue')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a catalogue that nothing names is offered as the next step', async () => {
  const data = sound.copy();
  const current = join(data, 'catalogue/current');
  const version = readFileSync(current, 'utf8').trim();
  rmSync(current);
  const [finding] = (await examine(data)).notOk;
  expect(finding?.next).toBe(nextWithoutCurrent(dataFolder(data)));
  expect(finding?.next).toContain(`echo ${version} > ${current}`);
  execSync(`echo ${version} > ${current}`);
  expect(await examine(data)).toMatchObject({ code: 0, notOk: [] });
});

test('an unfinished import, a file of no use and a folder without keys are warnings: the service works', async () => {
  const data = sound.copy();
  writeFileSync(join(data, 'catalogue/next.importing.sqlite'), '');
  writeFileSync(join(data, 'catalogue/notes.txt'), '');
  sql(data, 'UPDATE api_key SET expires_ms = 1');
  const { code, notOk } = await examine(data);
  expect(code).toBe(0);
  expect(notOk.map(({ state, text }) => [state, text])).toEqual([
    ['warning', expect.stringContaining('accounts: 1 in use; keys: 1 expired')],
    ['warning', expect.stringContaining('an import is running, or was left unfinished')],
    ['warning', expect.stringContaining('notes.txt is of no use')],
  ]);
});

test('a folder that is not there, and one that is a file, are named', async () => {
  const folder = temporaryFolder();
  const { notOk } = await examine(join(folder, 'none'));
  expect(notOk).toMatchObject([{ what: 'folder', text: expect.stringContaining('/none does not exist') }]);
  writeFileSync(join(folder, 'file'), '');
  expect((await examine(join(folder, 'file'))).notOk).toMatchObject([{ text: expect.stringContaining('no folder') }]);
  expect(readdirSync(folder)).toEqual(['file']);
});

test('an empty folder has neither accounts nor catalogue, and stays empty', async () => {
  const folder = temporaryFolder();
  const { code, notOk } = await examine(folder);
  expect(code).toBe(1);
  expect(notOk.map(({ what }) => what)).toEqual(['accounts', 'catalogue']);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that never had a catalogue is not wrong, and the next step is an import', async () => {
  const data = join(temporaryFolder(), 'data');
  await createAccount(data, 'someone', 'standard');
  const { code, notOk } = await examine(data);
  expect(code).toBe(0);
  expect(notOk).toMatchObject([{ what: 'catalogue', state: 'warning', next: expect.stringContaining('import FILE') }]);
});

test('a folder in place of a file is a finding, not a failure', async () => {
  const data = sound.copy();
  const current = join(data, 'catalogue/current');
  renameSync(current, `${current}.old`);
  renameSync(join(data, 'catalogue'), join(data, 'away'));
  writeFileSync(join(data, 'catalogue'), '');
  const { code, notOk } = await examine(data);
  expect(code).toBe(1);
  expect(notOk.map(({ what }) => what)).toContain('catalogue');
});
