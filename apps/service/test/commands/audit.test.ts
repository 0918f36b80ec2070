import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cleanUpLater, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { KEY_PATTERN } from '../accounts/key-pattern.ts';
import { callProgram, program } from '../support/program.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

/** Commands that do not change stored data. */
const READERS = ['serve', 'usage', 'audit', 'account list', 'key list', 'plan list', 'catalogue list'];

test('every command that changes data is recorded with time, person and action, but without keys', async () => {
  const data = join(temporaryDirectory(), 'data');
  const printed: string[] = [];
  const run = async (line: string) => {
    const { code, out, err } = await callProgram(data, line.split(' '));
    expect([line, code, err]).toEqual([line, 0, '']);
    printed.push(out);
    return out;
  };
  await run('migrate');
  await run('plan set --plan own --limit 5 --window 1d');
  await run('account create --user ann --plan free');
  for (const line of [
    'account set-plan --user ann --plan own',
    'account disable --user ann',
    'account enable --user ann',
  ])
    await run(line);
  await run('key create --user ann');
  await run('key revoke 1');
  await run('key rotate --user ann');
  await run(`import ${DEMO}`);
  await run(`import ${DEMO}`);
  const versions = JSON.parse(await run('catalogue list --json'));
  await run(`catalogue switch ${versions[0].version}`);
  await run('catalogue rollback');
  await run('doctor --repair-clock');
  const backup = join(temporaryDirectory(), 'backup.tar');
  await run(`backup ${backup}`);
  const before = JSON.parse(await run('audit --json'));
  expect(before.map(({ what }: { what: string }) => what)).toEqual([
    'migrate',
    'plan set',
    'account create',
    'account set-plan',
    'account disable',
    'account enable',
    'key create',
    'key revoke',
    'key rotate',
    'import',
    'import',
    'catalogue switch',
    'catalogue rollback',
    'doctor',
    'backup',
  ]);
  expect(before[3]).toMatchObject({ user: 'ann', details: { plan: 'own' }, who: expect.stringMatching(/^.+@.+$/) });
  await run('account delete --user ann');
  await run('plan delete --plan own');
  const text = await run('audit --from 2026-01-01');
  expect(text).toMatch(/account delete +account=1$/m);
  expect(text).not.toContain('ann ');
  const restored = join(temporaryDirectory(), 'data');
  expect(await callProgram(restored, ['restore', backup])).toMatchObject({ code: 0 });
  const after: { what: string }[] = JSON.parse((await callProgram(restored, ['audit', '--json'])).out);
  expect(after.at(-1)).toMatchObject({ what: 'restore', details: { file: 'backup.tar' } });
  const changing = program.commands.flatMap((one) =>
    one.commands.length === 0 ? [one.name()] : one.commands.map((inner) => `${one.name()} ${inner.name()}`),
  );
  const recorded = [...JSON.parse((await callProgram(data, ['audit', '--json'])).out), ...after].map(
    ({ what }) => what,
  );
  expect(changing.filter((name) => !READERS.includes(name) && !recorded.includes(name))).toEqual([
    // This command requires several instances.
    'catalogue publish',
  ]);
  for (const [key] of printed.join('\n').matchAll(new RegExp(KEY_PATTERN, 'g'))) expect(text).not.toContain(key);
});

test('a command that cannot be recorded does not change data', async () => {
  const data = sound.copy();
  const db = new DatabaseSync(join(data, 'accounts.sqlite'));
  cleanUpLater(() => db.close());
  db.exec("create trigger no_record before insert on audit begin select raise(abort, 'no record'); end");
  const { user } = sound.account();
  for (const line of [`account disable --user ${user}`, `key rotate --user ${user}`, 'plan delete --plan free']) {
    expect(await callProgram(data, line.split(' '))).toMatchObject({ code: 1, out: '' });
  }
  expect((await callProgram(data, ['account', 'list'])).out).toContain('in use');
  expect(JSON.parse((await callProgram(data, ['key', 'list', '--json'])).out)).toMatchObject([{ expires: null }]);
  expect((await callProgram(data, ['plan', 'list'])).out).toContain('free');
});

test('the first import into a new data directory prepares the accounts and is recorded', async () => {
  const data = join(temporaryDirectory(), 'data');
  expect(await callProgram(data, ['import', DEMO])).toMatchObject({ code: 0, err: '' });
  const events = JSON.parse((await callProgram(data, ['audit', '--json'])).out);
  expect(events.map(({ what }: { what: string }) => what)).toEqual(['migrate', 'import']);
});
