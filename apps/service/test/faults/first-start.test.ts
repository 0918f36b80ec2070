import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { createAccount, serve, serveHere, service } from '../support/service.ts';

test('a kill during the import of the demonstration catalogue does not affect later starts', async () => {
  const data = join(temporaryDirectory(), 'data');
  const killed = await serveHere(data, { demo: true });
  await killed.stop();
  rmSync(join(data, 'catalogue/current'));
  writeFileSync(join(data, 'catalogue/next.importing.sqlite'), 'the beginning of a catalogue');
  const service = await serveHere(data, { demo: true });
  expect((await fetch(`${service.admin}/ready`)).status).toBe(200);
});

test('after a rejected first import, every output of the service identifies the demonstration catalogue', async () => {
  const data = join(temporaryDirectory(), 'data');
  expect((await callProgram(data, ['import', import.meta.filename])).code).toBe(1);
  const service = await serve(data, ['--demo']);
  expect(service.output.out).toContain('The catalogue is the demonstration with invented vehicles. To load your own');
  expect(await (await fetch(`${service.admin}/ready`)).json()).toMatchObject({ ready: true, demonstration: true });
  const who = await createAccount(data, 'someone', 'standard');
  const { headers } = await fetch(`${service.address}/api/?${new URLSearchParams({ ...who, ...VEHICLE })}`);
  expect(headers.get('x-catalogue-version')).toMatch(/^demonstration-/);
  expect((await callProgram(data, ['doctor'])).out).toMatch(/^warning +catalogue .* this is the demonstration/m);
});

test.each(['20.20.2', '22.12.0', '24.17.9'])(
  'on Node.js %s the program only prints the required version',
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
