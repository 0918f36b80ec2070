import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { callProgram } from '../support/program.ts';

test('versions are listed, and the one before can be made current again', async () => {
  const data = join(temporaryDirectory(), 'data');
  expect((await callProgram(data, ['catalogue', 'list'])).out).toContain('There is no version. Load one: import FILE');
  for (let time = 0; time < 2; time++) await callProgram(data, ['import', DEMO]);
  const list = async () => JSON.parse((await callProgram(data, ['catalogue', 'list', '--json'])).out);
  const [first, second] = await list();
  expect([first.current, second.current]).toEqual([false, true]);
  expect((await callProgram(data, ['catalogue', 'switch', first.version])).out).toBe(`${first.version} is current.\n`);
  expect((await list()).map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
});

test('a version that does not exist is refused, and publishing needs instances that share something', async () => {
  const data = join(temporaryDirectory(), 'data');
  for (const version of ['none', '../accounts']) {
    const { code, err } = await callProgram(data, ['catalogue', 'switch', version]);
    expect(code).toBe(1);
    expect(err).toContain('this version does not exist');
  }
  expect((await callProgram(data, ['catalogue', 'publish'])).err).toContain('set DATABASE_URL and');
});
