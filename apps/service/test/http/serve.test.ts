import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/contract';
import { closedAddress, serveHttp, temporaryDirectory } from '@vehicle-lookup/testing';
import autocannon from 'autocannon';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleData, exampleParameters } from '../../demo/examples.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { startService } from '../../src/http/service.ts';
import { metric } from '../support/metric.ts';
import { callProgram } from '../support/program.ts';
import { createAccount, createPlan, QUIET, type RunningService, serve } from '../support/service.ts';
import { catalogueOf } from '../support/sound-data.ts';
import { as, get } from './server.ts';

/** The number of log lines that fills the buffers of an unread log in the system and the service. */
const LINES = 12_000;

describe('a new service', () => {
  let data = '';
  let service: RunningService;
  let key = '';
  beforeAll(async () => {
    data = temporaryDirectory();
    service = await serve(data, ['--demo']);
    key = (await createAccount(data, 'u', 'standard')).key;
  });

  test('--demo prepares an empty data directory with the demonstration catalogue', () => {
    expect(service.output.out).toContain(`${service.address}/api/ serves ${data}, catalogue `);
    expect(service.output.out).toContain(
      `There are no accounts yet. Run: vehicle-lookup-service account create --user NAME --plan PLAN --data-dir ${data}\n`,
    );
  });

  test('every example of the document is returned for an account created while the service is running', async () => {
    for (const { id } of operationTable.operations) {
      const query = new URLSearchParams(exampleParameters(id)).toString();
      const { status, body } = await get(service, as('u', query, key));
      expect([id, status]).toEqual([id, 200]);
      if (!['listBrands', 'listModels', 'listVariants'].includes(id)) expect(body.data).toEqual(exampleData(id));
    }
  });

  test('the service is ready and has metrics only on the admin port', async () => {
    expect((await fetch(`${service.admin}/ready`)).status).toBe(200);
    expect(await (await fetch(`${service.admin}/metrics`)).text()).toContain('vehicle_lookup_requests_total');
    expect((await fetch(`${service.address}/metrics`)).status).toBe(404);
  });

  test('invalid keys lead to a lockout with the same 401 response', async () => {
    const wrong = [];
    for (let count = 0; count < 12; count++) wrong.push(await get(service, as('locked', 'brands=1', 'wrong')));
    expect(new Set(wrong.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    expect(Number(wrong.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('an allowance of 3 allows three requests', async () => {
    await createPlan(data, 'three', { limit: 3 });
    const three = await createAccount(data, 'three', 'three');
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      statuses.push((await get(service, as('three', 'brands=1', three.key))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('the service keeps running and returns 500 after the catalogue is overwritten with garbage', async () => {
    writeFileSync(catalogueOf(data), 'garbage '.repeat(100_000));
    await expect.poll(async () => (await get(service, as('u', 'vin=WVWZZZ1KZAW000001', key))).status).toBe(500);
    expect((await fetch(`${service.admin}/ready`)).status).toBe(503);
    expect((await fetch(`${service.admin}/health`)).status).toBe(200);
    expect((await get(service, as('u', 'brands=2', key))).status).toBe(400);
  });
});

describe('the process', () => {
  let data = '';
  beforeAll(() => {
    data = temporaryDirectory();
  });

  test('serve stops on SIGTERM with code 0 and a complete log', async () => {
    const service = await serve(data);
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) service.child.kill(signal);
    expect(service.output.out).toContain(', no catalogue\n');
    expect(service.output.out).toMatch(/^It is not ready\. .*no catalogue is current\. Run `import FILE`/m);
    expect(service.output.out).not.toContain('TLS');
    const ready = await fetch(`${service.admin}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      {
        catalogue: false,
        accounts: true,
        reason: expect.stringContaining('no catalogue is current. Run `import FILE`'),
      },
    ]);
    const path = `/api/?${as('u', 'brands=1', 'k')}`;
    await autocannon({ url: service.address + path, amount: 1_000, connections: 32 });
    const { code, err } = await service.stop();
    expect(code).toBe(0);
    expect(err).not.toContain('Debugger');
    expect(err.match(/"operation":"listBrands"/g)).toHaveLength(1_000);
  });

  test('serve stops with code 0 if the trace collector is unavailable or does not respond', async () => {
    const stop = async (collector: string) => {
      const service = await serve(data, [], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector } });
      await get(service, as('u', 'brands=1', 'k'));
      return service.stop('SIGINT');
    };
    const silent = await serveHttp();
    for (const { code, err } of await Promise.all([stop(await closedAddress()), stop(silent.address)])) {
      expect(code).toBe(0);
      expect(err).toContain('the last spans were not sent');
    }
  });

  test('serve runs and stops normally if its log is not read', async () => {
    const service = await serve(data);
    service.child.stderr?.pause();
    const path = `/api/?${as('u', 'brands=1', 'k')}`;
    const { errors, non2xx } = await autocannon({ url: service.address + path, amount: LINES, connections: 32 });
    expect([errors, non2xx]).toEqual([0, LINES]);
    await expect.poll(() => metric(service.admin, 'vehicle_lookup_log_lines_dropped_total')).toBeGreaterThan(0);
    const exit = once(service.child, 'exit');
    service.child.kill();
    expect((await exit)[0]).toBe(0);
  });

  test('serve recommends a TLS proxy if it listens on a non-loopback address', async () => {
    const { admin, output, child, ended } = await serve(data, ['--host', '0.0.0.0']);
    expect(output.out).toContain('Put a TLS proxy in front of it');
    expect(new URL(admin).hostname).toBe('127.0.0.1');
    child.disconnect();
    expect((await ended).code).toBe(0);
  });

  test.each([
    ['--port', '--admin-port'],
    ['--admin-port', '--port'],
  ])('serve reports a %s that is in use with the next step', async (flag, other) => {
    const { port } = await serveHttp();
    const { code, err } = await callProgram(data, ['serve', flag, `${port}`, other, '0']);
    expect(code).toBe(1);
    expect(err).toContain(`port ${port} on 127.0.0.1 is in use; choose another port with ${flag}`);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test('serve reports the start error even if closing fails', async () => {
    const { port } = await serveHttp();
    const log = { write: () => undefined, flush: () => Promise.reject(new Error('the log')), dropped: () => 0 };
    await expect(startService({ ...QUIET, port }, await openDataStore(data), log)).rejects.toThrow('is in use');
  });

  test('serve exits with code 2 for invalid settings before it creates files', async () => {
    const directory = join(data, 'new');
    vi.stubEnv('VEHICLE_LOOKUP_SERVICE_LOG_LEVEL', 'x');
    const { code, err } = await callProgram(directory, ['serve', '--port', 'y']);
    expect(code).toBe(2);
    expect(err).toContain('--port: expected a whole number from 0 to 65535, got "y"');
    expect(err).toContain(
      'VEHICLE_LOOKUP_SERVICE_LOG_LEVEL: expected fatal, error, warn, info, debug or silent, got "x"',
    );
    expect(existsSync(directory)).toBe(false);
  });
});
