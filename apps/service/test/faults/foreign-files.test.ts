import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { callProgram } from '../support/program.ts';
import { runService } from '../support/service.ts';
import { catalogueOf, soundData } from '../support/sound-data.ts';

const sound = soundData();
const OTHER = 65_534;
/** Only root can give files to other users. */
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('NOT TESTED: files of another user: root is required');
let data: string;

/** Creates a data directory of another user in which root owns the catalogue file. */
beforeEach(() => {
  data = sound.copy();
  if (!isRoot) return;
  const entries = readdirSync(data, { recursive: true }).map((name) => join(data, String(name)));
  for (const path of [data, ...entries]) chownSync(path, OTHER, OTHER);
  chownSync(catalogueOf(data), 0, 0);
});

test.skipIf(!isRoot)('doctor reports a file that root created with umask 077', async () => {
  const file = catalogueOf(data);
  chmodSync(file, 0o600);
  const { code, out } = await callProgram(data, ['doctor']);
  expect(code).toBe(1);
  expect(out).toContain(`${file} belongs to user 0, but the directory belongs to user ${OTHER}, which cannot use it`);
  expect(out).toContain(`chown --reference=${data} ${file}`);
  chmodSync(file, 0o644);
  expect((await callProgram(data, ['doctor'])).code).toBe(0);
});

test.skipIf(!isRoot)('import by root is rejected without changes if the directory has a different owner', async () => {
  const before = readdirSync(join(data, 'catalogue'));
  const { code, err } = await callProgram(data, ['import', DEMO]);
  expect(code).toBe(1);
  expect(err).toContain(`${data} belongs to user ${OTHER}, but the current user is 0`);
  expect(readdirSync(join(data, 'catalogue'))).toEqual(before);
});

test.skipIf(!isRoot)('import rejects a directory with a file that the service cannot access', async () => {
  chownSync(data, 0, 0);
  const { code, err } = await callProgram(data, ['import', DEMO]);
  expect(code).toBe(1);
  expect(err).toContain(
    `accounts.sqlite belongs to user ${OTHER}, but the directory belongs to user 0, which cannot use it`,
  );
  expect(readFileSync(join(data, 'catalogue/current'), 'utf8')).not.toBe('');
});

test.skipIf(!isRoot)(
  'a user without access to the accounts gets a message about access, not about missing accounts',
  async () => {
    chmodSync(data, 0o700);
    chownSync(data, 0, 0);
    const { code, err } = await runService(['usage', '--data-dir', data], { user: OTHER });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('accounts.sqlite: this user cannot access the file. Run the command'),
    ]);
  },
);
