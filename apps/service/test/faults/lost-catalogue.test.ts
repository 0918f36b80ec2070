import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { createAccount, importVehicles, serveHere } from '../support/service.ts';
import { catalogueOf, soundData } from '../support/sound-data.ts';

const sound = soundData();

/** Returns a data directory with an account but without a catalogue, as if a volume were not mounted. */
function withoutCatalogue(): string {
  const data = sound.copy();
  rmSync(join(data, 'catalogue'), { recursive: true });
  return data;
}

const used = async (data: string): Promise<unknown> =>
  JSON.parse((await callProgram(data, ['usage', '--json'])).out)[0].remaining;

test('a service without its catalogue is not ready and does not charge requests', async () => {
  const data = withoutCatalogue();
  const before = await used(data);
  const service = await serveHere(data);
  const ready = await fetch(`${service.admin}/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({ catalogue: false, version: null, reason: expect.stringContaining('mount its volume') }),
  ]);
  expect(service.noCatalogue).toContain('restore the latest backup');
  expect((await ask(service.address, { ...sound.account(), ...VEHICLE })).status).toBe(500);
  expect(await used(data)).toBe(before);
  expect(readdirSync(join(data, 'catalogue'))).toEqual([]);
});

test.each(['../stray', 'next.importing', 'v1\nv2', '', 'x'.repeat(200)])(
  'a file `current` with the content %j is rejected, and the message names the next step',
  async (text) => {
    const data = sound.copy();
    for (const stray of ['../stray', 'next.importing']) {
      cpSync(catalogueOf(data), join(data, 'catalogue', `${stray}.sqlite`));
    }
    writeFileSync(join(data, 'catalogue/current'), text);
    const service = await serveHere(data);
    expect(service.noCatalogue).toMatch(/current: expected a version name.*catalogue switch VERSION/);
    expect((await ask(service.address, { ...sound.account(), ...VEHICLE })).status).toBe(500);
    const { code, out } = await callProgram(data, ['doctor']);
    expect(code).toBe(1);
    expect(out).toContain('current: expected a version name');
    expect(out).toContain('catalogue switch VERSION');
  },
);

test('doctor exits with 1 if only the catalogue is lost, but only warns in a new directory', async () => {
  const { code, out } = await callProgram(withoutCatalogue(), ['doctor']);
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/^wrong +catalogue .*no catalogue is current.*\n +next: .*mount its volume/m),
  ]);
  const fresh = temporaryDirectory();
  await callProgram(fresh, ['migrate']);
  expect(await callProgram(fresh, ['doctor'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^warning +catalogue /m),
  });
});

test('the demonstration catalogue never replaces a lost catalogue or a different catalogue', async () => {
  await expect(serveHere(withoutCatalogue(), { demo: true })).rejects.toThrow(
    'so the catalogue was lost. Restore the latest backup',
  );
  const data = sound.copy();
  await expect(serveHere(data, { demo: true })).rejects.toThrow(/has the catalogue \d{8}T\w+, .*Start without --demo/);
  const current = join(data, 'catalogue/current');
  const version = readFileSync(current, 'utf8');
  rmSync(current);
  await expect(serveHere(data, { demo: true })).rejects.toThrow(`has the catalogue ${version.trim()}`);
});

test('a data directory with the demonstration catalogue continues to use this catalogue, but only with --demo', async () => {
  const data = join(temporaryDirectory(), 'data');
  const first = await serveHere(data, { demo: true });
  expect(first.catalogue).toMatch(/^demonstration-/);
  await createAccount(data, 'someone', 'standard');
  await first.stop();
  const again = await serveHere(data, { demo: true });
  expect(again.catalogue).toBe(first.catalogue);
  await again.stop();
  const without = await serveHere(data, { demo: false });
  expect([without.catalogue, without.noCatalogue]).toEqual([undefined, expect.stringMatching(/invented.*--demo/)]);
});

test('a service without --demo keeps its catalogue when the demonstration catalogue becomes current', async () => {
  const data = join(temporaryDirectory(), 'data');
  await (await serveHere(data, { demo: true })).stop();
  const demonstration = readFileSync(join(data, 'catalogue/current'), 'utf8');
  const { version } = await importVehicles(data);
  const service = await serveHere(data, { demo: false });
  writeFileSync(join(data, 'catalogue/current'), demonstration);
  await expect
    .poll(async () => (await fetch(`${service.admin}/metrics`)).text(), { timeout: 60_000 })
    .toContain('vehicle_lookup_events_total{event="switch-failed"} 1');
  const ready = await fetch(`${service.admin}/ready`);
  expect(await ready.json()).toMatchObject({ ready: true, version, demonstration: false });
});

test('restore reports that a backup has no catalogue', async () => {
  const parent = temporaryDirectory();
  const [archive, target] = [join(parent, 'backup.tar'), join(parent, 'data')];
  expect((await callProgram(withoutCatalogue(), ['backup', archive])).code).toBe(0);
  const { code, out } = await callProgram(target, ['restore', archive]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('no catalogue: the service is not ready until you run: import FILE'),
  ]);
});
