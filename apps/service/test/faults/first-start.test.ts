import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { DEMONSTRATION } from '../../src/catalogue/version-name.ts';
import { DEMO } from '../../src/import/demo.ts';
import { VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { createAccount, type RunningService, serve, service } from '../support/service.ts';

const IMPORT_AND_DIE = join(import.meta.dirname, '../import/interrupted-import-child.ts');

const ready = async (service: RunningService) => (await fetch(`${service.admin}/ready`)).status;

test('a kill while the demonstration is loaded does not break later starts', async () => {
  const data = join(temporaryDirectory(), 'data');
  // It kills itself once it has read the first line.
  const { code } = await run(IMPORT_AND_DIE, [data, DEMO, '1', DEMONSTRATION]);
  expect(code).toBe('SIGKILL');
  expect(existsSync(join(data, 'catalogue/next.importing.sqlite'))).toBe(true);
  expect(existsSync(join(data, 'catalogue/current'))).toBe(false);
  expect(await ready(await serve(data, ['--demo']))).toBe(200);
});

test('a kill right before the demonstration becomes current does not break later starts', async () => {
  const data = join(temporaryDirectory(), 'data');
  await (await serve(data, ['--demo'])).stop('SIGKILL');
  rmSync(join(data, 'catalogue/current'));
  expect(await ready(await serve(data, ['--demo']))).toBe(200);
});

test('after a rejected first import the service says everywhere that it serves the demonstration', async () => {
  const data = join(temporaryDirectory(), 'data');
  expect((await callProgram(data, ['import', import.meta.filename])).code).toBe(1);
  const service = await serve(data, ['--demo']);
  expect(service.output.out).toContain('This is the demonstration: invented vehicles. Load your own');
  expect(await (await fetch(`${service.admin}/ready`)).json()).toMatchObject({ ready: true, demonstration: true });
  const who = await createAccount(data, 'someone', 'standard');
  const { headers } = await fetch(`${service.address}/api/?${new URLSearchParams({ ...who, ...VEHICLE })}`);
  expect(headers.get('x-catalogue-version')).toMatch(/^demonstration-/);
  expect((await callProgram(data, ['doctor'])).out).toMatch(/^warning +catalogue .* this is the demonstration/m);
});

test.each(['20.20.2', '22.12.0', '24.17.9'])(
  'on Node.js %s it says which version is needed, and nothing else',
  async (version) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const program = join(service, 'bin/vehicle-lookup-service.js');
    const { code, out, err } = await runCommand([process.execPath, '--import', older, program, 'serve']);
    expect([code, out, err]).toEqual([
      1,
      '',
      `vehicle-lookup-service needs Node.js 24.18 or newer, this is ${version}. Install it from your distribution or nodejs.org.\n`,
    ]);
  },
);
