import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/operations';
import autocannon from 'autocannon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentVersion } from '../../src/catalogue/switch.ts';
import { readConfig } from '../../src/config.ts';
import { dataFolder } from '../../src/data-folder.ts';
import { startService } from '../../src/http/service.ts';
import { dataOf, queryOf } from './document.ts';
import { run, type Served, serve, temporaryFolder, withAccounts } from './process.ts';
import { as, get } from './server.ts';

/** As many as fill what the system and the service keep of a log that nobody reads. */
const LINES = 12_000;

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
      await registry.setPlan('three', () => ({
        ...(standard as NonNullable<typeof standard>),
        name: 'three',
        limit: 3,
      }));
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
    const ready = await fetch(`${served.admin}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { catalogue: false, accounts: true }]);
    expect(await served.stop(signal)).toBe(0);
  });

  test.each([
    ['is not there', false],
    ['never answers', true],
  ])('stops with code 0 when the collector of traces %s, and says so', async (_, listens) => {
    const collector = createServer().listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    if (!listens) collector.close();
    const served = await serve(folder, ['--no-demo'], { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    await get(served, as('u', 'brands=1', 'k'));
    const started = performance.now();
    expect(await served.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(served.said()).toContain('the last spans were not sent');
    collector.closeAllConnections();
    collector.close();
  });

  test('serves and stops when nobody reads its log, with bounded memory, and counts what it drops', async () => {
    const served = await serve(folder, ['--no-demo']);
    served.child.stderr?.pause();
    const path = `/api/?${as('u', 'brands=1', 'k')}`;
    const { errors, non2xx } = await autocannon({ url: served.address + path, amount: LINES, connections: 32 });
    expect([errors, non2xx]).toEqual([0, LINES]);
    const dropped = async () => {
      const text = await (await fetch(`${served.admin}/metrics`)).text();
      return Number(/^vehicle_lookup_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
    };
    await expect.poll(dropped, { timeout: 5_000 }).toBeGreaterThan(0);
    const started = performance.now();
    served.child.kill();
    expect((await once(served.child, 'exit'))[0]).toBe(0);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('loses no line of its log when somebody reads it', async () => {
    const served = await serve(folder, ['--no-demo']);
    const path = `/api/?${as('u', 'brands=1', 'k')}`;
    await autocannon({ url: served.address + path, amount: 1_000, connections: 32 });
    expect(await served.stop()).toBe(0);
    expect(served.said().match(/"operation":"listBrands"/g)).toHaveLength(1_000);
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

  test('what fails while it closes does not hide why it did not start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const log = { write: () => undefined, flush: () => Promise.reject(new Error('the log')), dropped: () => 0 };
    const config = readConfig({ port, 'admin-port': '0', 'no-demo': true }, {});
    await expect(startService(config, dataFolder(folder), log)).rejects.toThrow('is taken');
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
