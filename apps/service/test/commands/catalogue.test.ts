import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { callProgram } from '../support/program.ts';

test('versions are listed, and the previous version can be made current again', async () => {
  const data = join(temporaryDirectory(), 'data');
  expect((await callProgram(data, ['catalogue', 'list'])).out).toContain('There are no versions. Run: import FILE');
  for (let time = 0; time < 2; time++) await callProgram(data, ['import', DEMO]);
  const list = async () => JSON.parse((await callProgram(data, ['catalogue', 'list', '--json'])).out);
  const [first, second] = await list();
  expect([first.current, second.current]).toEqual([false, true]);
  expect((await callProgram(data, ['catalogue', 'switch', first.version])).out).toBe(`${first.version} is current.\n`);
  expect((await list()).map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
});

test('a rollback selects the previously current version, not a version that was never current', async () => {
  const data = join(temporaryDirectory(), 'data');
  const rollback = async () => callProgram(data, ['catalogue', 'rollback', '--json']);
  await callProgram(data, ['import', DEMO]);
  expect((await rollback()).err).toMatch(
    /is current; the previous version is unknown\. Run: catalogue list, then catalogue switch VERSION/,
  );
  const current = () => readFileSync(join(data, 'catalogue/current'), 'utf8').trim();
  const first = current();
  // Versions that an operator has copied here; `unused` never becomes current.
  for (const name of ['unused', 'wanted'])
    cpSync(join(data, `catalogue/${first}.sqlite`), join(data, `catalogue/${name}.sqlite`));
  for (let time = 0; time < 2; time++) await callProgram(data, ['catalogue', 'switch', 'wanted']);
  expect(JSON.parse((await rollback()).out)).toEqual({ current: first, previous: 'wanted' });
  expect(JSON.parse((await rollback()).out)).toEqual({ current: 'wanted', previous: first });
  expect((await callProgram(data, ['doctor'])).out).not.toContain('previous is not used');
  rmSync(join(data, `catalogue/${first}.sqlite`));
  expect(await rollback()).toMatchObject({ code: 1, err: expect.stringContaining('this version does not exist') });
  expect(current()).toBe('wanted');
});

test('a switch to a missing version is rejected, and publish requires a shared database', async () => {
  const data = join(temporaryDirectory(), 'data');
  for (const version of ['none', '../accounts']) {
    const { code, err } = await callProgram(data, ['catalogue', 'switch', version]);
    expect(code).toBe(1);
    expect(err).toContain('this version does not exist');
  }
  expect((await callProgram(data, ['catalogue', 'publish'])).err).toContain('set DATABASE_URL and');
});
