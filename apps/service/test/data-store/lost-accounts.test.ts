import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { callProgram } from '../support/program.ts';
import { serveHere } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';
import { openAccounts } from './conformance/accounts.ts';

const sound = soundData();

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['empty', (file: string) => truncateSync(file)],
])(
  'if there is a catalogue, a start does not recreate accounts that are %s, and doctor names the next step',
  async (state, lose) => {
    const data = sound.copy();
    const file = join(data, 'accounts.sqlite');
    lose(file);
    const { accounts } = await openDataStore(data);
    await expect(accounts.prepare()).rejects.toThrow(
      new RegExp(
        `accounts.sqlite is ${state} although there is a catalogue.*restore the latest backup.*account create`,
      ),
    );
    expect(existsSync(file) && readFileSync(file).length > 0).toBe(false);
    const { code, out } = await callProgram(data, ['doctor']);
    expect([code, out]).toEqual([1, expect.stringContaining(`is ${state} although there is a catalogue`)]);
    expect(await callProgram(data, ['account', 'create', '--user', 'ann', '--plan', 'free'])).toMatchObject({
      code: 0,
    });
    expect((await callProgram(data, ['doctor'])).code).toBe(0);
  },
);

test('serve reports missing accounts if there is a catalogue', async () => {
  const data = sound.copy();
  rmSync(join(data, 'accounts.sqlite'));
  await expect(serveHere(data)).rejects.toThrow(/is missing although there is a catalogue/);
});

test('requests fail after the accounts are found to be damaged, so that no charge is lost', async () => {
  const data = join(temporaryDirectory(), 'data');
  const store = await openDataStore(data);
  const accounts = await openAccounts(store);
  const { key } = (await accounts.registry.createAccount('ann', 'free')).key;
  const file = join(data, 'accounts.sqlite');
  const whole = readFileSync(file);
  writeFileSync(file, Buffer.alloc(whole.length, 'garbage '));
  await expect(accounts.ping()).rejects.toMatchObject({ reason: 'damaged' });
  await expect(accounts.admit('ann', key, '::1')).rejects.toMatchObject({ reason: 'damaged' });
});

test('damaged accounts stay closed while the database is locked', async () => {
  const data = join(temporaryDirectory(), 'data');
  const accounts = await openAccounts(await openDataStore(data), { lockWaitMs: 1 });
  const { key } = (await accounts.registry.createAccount('ann', 'free')).key;
  const file = join(data, 'accounts.sqlite');
  const whole = readFileSync(file);
  writeFileSync(file, Buffer.alloc(whole.length, 'garbage '));
  await expect(accounts.ping()).rejects.toMatchObject({ reason: 'damaged' });
  writeFileSync(file, whole);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(accounts.ping()).rejects.toMatchObject({ reason: 'locked' });
  await expect(accounts.admit('ann', key, '::1')).rejects.toMatchObject({ reason: 'damaged' });
  other.exec('ROLLBACK');
  other.close();
});
