import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentVersion } from '../../src/catalogue/switch.ts';
import { dataFolder } from '../../src/data-folder.ts';
import { dataOf, queryOf } from './document.ts';
import { run, type Served, serve, temporaryFolder, withAccounts } from './process.ts';
import { as, get } from './server.ts';

describe('an empty data folder', () => {
  const { folder, remove } = temporaryFolder();
  let served: Served;
  let key = '';
  beforeAll(async () => {
    served = await serve(folder);
    key = await withAccounts(folder, async ({ registry }) => (await registry.createAccount('u', 'standard')).key.key);
  });
  afterAll(async () => {
    await served.stop();
    remove();
  });

  test('is prepared with the demonstration catalogue, and says that nobody has an account', () => {
    expect(served.said()).toContain(`${served.address}/api/ answers from ${folder}, catalogue `);
    expect(served.said()).toContain('There is no account yet');
  });

  test('answers every example of the document, for an account made while it runs', async () => {
    for (const { id } of operationTable.operations) {
      const { status, body } = await get(served, as('u', queryOf(id), key));
      expect([id, status]).toEqual([id, 200]);
      if (id !== 'listBrands' && id !== 'listModels' && id !== 'listVariants') expect(body.data).toEqual(dataOf(id));
    }
  });

  test('is ready, and tells its figures on the admin port alone', async () => {
    expect((await fetch(`${served.admin}/ready`)).status).toBe(200);
    expect(await (await fetch(`${served.admin}/metrics`)).text()).toContain('vehicle_lookup_requests_total');
    expect((await fetch(`${served.address}/metrics`)).status).toBe(404);
  });

  test('locks wrong keys out, with the same 401', async () => {
    const wrong = [];
    for (let count = 0; count < 12; count++) wrong.push(await get(served, as('locked', 'brands=1', 'wrong')));
    expect(new Set(wrong.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    expect(Number(wrong.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('an allowance of 3 ends with 429', async () => {
    const three = await withAccounts(folder, async ({ registry }) => {
      const [standard] = (await registry.plans()).filter(({ name }) => name === 'standard');
      await registry.setPlan({ ...(standard as NonNullable<typeof standard>), name: 'three', limit: 3 });
      return (await registry.createAccount('three', 'three')).key.key;
    });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await get(served, as('three', 'brands=1', three))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('with a catalogue overwritten by garbage answers 500, is not ready, and lives', async () => {
    const version = (await currentVersion(dataFolder(folder))) as string;
    writeFileSync(join(folder, 'catalogue', `${version}.sqlite`), 'garbage '.repeat(100_000));
    const status = async () => (await get(served, as('u', 'vin=WVWZZZ1KZAW000001', key))).status;
    await expect.poll(status, { timeout: 5_000 }).toBe(500);
    expect((await fetch(`${served.admin}/ready`)).status).toBe(503);
    expect((await fetch(`${served.admin}/health`)).status).toBe(200);
    expect((await get(served, as('u', 'brands=2', key))).status).toBe(400);
  });
});

describe('the process', () => {
  const { folder, remove } = temporaryFolder();
  afterAll(remove);

  test.each(['SIGTERM', 'SIGINT'] as const)('stops on %s with code 0', async (signal) => {
    const served = await serve(folder, ['--no-demo']);
    expect(served.said()).toContain('no catalogue yet');
    expect(await served.stop(signal)).toBe(0);
  });

  test('a parent that goes away takes it down', async () => {
    const { child } = await serve(folder, ['--no-demo']);
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('says that TLS ends elsewhere when it listens beyond this machine', async () => {
    const [local, wide] = [await serve(folder, ['--no-demo']), await serve(folder, ['--no-demo', '--host', '0.0.0.0'])];
    expect(local.said()).not.toContain('TLS');
    expect(wide.said()).toContain('let TLS end at a proxy');
    expect(new URL(wide.admin).hostname).toBe('127.0.0.1');
    await Promise.all([local.stop(), wide.stop()]);
  });

  test('a taken port is named, with the next step, for both ports', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const [flag, free] of [
      ['--port', '--admin-port'],
      ['--admin-port', '--port'],
    ] as const) {
      const args = ['serve', '--no-demo', '--data-dir', folder, flag, String(port), free, '0'];
      const { code, said } = await run(args);
      expect(code).toBe(1);
      expect(said).toContain(`port ${port} on 127.0.0.1 is taken; choose another with ${flag}`);
      expect(said).not.toMatch(/^\s+at /m);
    }
    other.close();
  });

  test('wrong settings end it with code 2 before anything is made', async () => {
    const env = { VEHICLE_LOOKUP_SERVICE_CHARGE: 'x' };
    const { code, said } = await run(['serve', '--port', 'y', '--data-dir', join(folder, 'new')], env);
    expect(code).toBe(2);
    expect(said).toContain('--port: expected a number from 0 to 65535, got "y"');
    expect(said).toContain('VEHICLE_LOOKUP_SERVICE_CHARGE: expected success, lookup, none, got "x"');
  });
});
