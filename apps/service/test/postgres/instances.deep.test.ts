import { operationTable } from '@vehicle-lookup/contract';
import { CANARY, canaryIn } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleParameters } from '../../demo/examples.ts';
import type { Credentials } from '../support/ask.ts';
import { startBalancer } from '../support/balancer.ts';
import { verify } from '../support/contract.ts';
import { describeFuzz } from '../support/fuzz.ts';
import { createInstances, type Instance, type Instances } from '../support/instances.ts';
import { metric } from '../support/metric.ts';
import { NGINX, programOrSkip, startNginxOfInstances, statusOf } from '../support/nginx.ts';

let instances: Instances;
let three: Instance[];
let [full, part]: Credentials[] = [];
const ports = () => three.map(({ port }) => port);

beforeAll(async () => {
  // PostgreSQL logs every statement with its parameters.
  instances = await createInstances({ log_min_duration_statement: '0' });
  full = await instances.account('full');
  part = await instances.account('part', { excluded: ['getOemParts', 'getRepairTimes'] });
  const start = () => instances.start({ args: ['--trust-proxy', '127.0.0.1', '--log-level', 'debug'] });
  three = await Promise.all([start(), start(), start()]);
});

/** Returns the number of responses that each instance has sent. */
const responses = (): Promise<number[]> =>
  Promise.all(three.map(({ admin }) => metric(admin, 'vehicle_lookup_requests_total')));

/** Requests every operation and sends keys in unexpected locations. Returns the statuses. */
async function sendEverywhere(address: string, { user, key }: Credentials): Promise<Set<number>> {
  const encoded = encodeURIComponent(key);
  const valid = operationTable.operations.map(({ id }) => new URLSearchParams(exampleParameters(id)).toString());
  const paths = [
    ...valid.map((query) => `/api/?user=${user}&key=${encoded}&${query}`),
    `/api/?user=${encoded}&key=${encoded}&brands=1`,
    `/api/?user=${user}&key=${encoded}&vin=%zz`,
    `/elsewhere/${encoded}?key=${encoded}`,
  ];
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(address + path)).status));
  return new Set(statuses);
}

async function expectConformant(address: string): Promise<void> {
  const before = await responses();
  for (const account of [full, part]) {
    expect(await verify(address, account as Credentials)).toMatchObject({ verdict: 'conformant', findings: [] });
  }
  // Each instance handled some of the requests.
  for (const [index, count] of (await responses()).entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
}

describe('instances with a shared PostgreSQL', () => {
  test('three instances pass the contract suite behind a balancer', async () => {
    await expectConformant((await startBalancer(ports())).address);
  });

  test('three instances pass the contract suite behind nginx without keys in any output', async ({ skip }) => {
    const proxy = await startNginxOfInstances(programOrSkip(NGINX, skip), ports());
    await expect.poll(() => statusOf(proxy)).toBe(404);
    await expectConformant(proxy.address);
    const key = full?.key ?? '';
    expect(await sendEverywhere(proxy.address, { user: 'full', key })).toContain(200);
    expect(await sendEverywhere(proxy.address, { user: 'somebody', key: CANARY })).toContain(401);
    const outputs: Record<string, string> = {
      instances: three.map(({ output }) => output.all).join(''),
      nginx: proxy.logs(),
      engine: instances.engine.log(),
    };
    const expected = { instances: 'getFluids', nginx: '/api/', engine: 'admit(' };
    for (const [name, text] of Object.entries(expected)) expect(outputs[name]?.includes(text), name).toBe(true);
    const secrets = [key, part?.key ?? '', instances.engine.password];
    for (const [name, output] of Object.entries(outputs)) {
      expect(canaryIn(output), name).toEqual([]);
      expect(secrets.filter((secret) => output.includes(secret)).length, name).toBe(0);
    }
  });

  test('an instance reports the database engine and its usage on /metrics', async () => {
    const text = await (await fetch(`${three[0]?.admin}/metrics`)).text();
    expect(text).toContain('vehicle_lookup_engine_info{engine="postgresql"} 1');
    for (const call of ['admit', 'charge']) {
      expect(text).toMatch(new RegExp(`^vehicle_lookup_database_queue_length{call="${call}"} \\d+$`, 'm'));
      expect(text).toMatch(
        new RegExp(`^vehicle_lookup_database_call_duration_seconds_count{call="${call}"} [1-9]`, 'm'),
      );
      expect(text).toMatch(new RegExp(`^vehicle_lookup_database_call_requests_total{call="${call}"} [1-9]`, 'm'));
    }
    const states = [...text.matchAll(/^vehicle_lookup_database_connections{state="(busy|idle)"} (\d+)$/gm)];
    const connections = states.reduce((sum, [, , count]) => sum + Number(count), 0);
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(4);
  });

  describe('behind a balancer', () => {
    describeFuzz(20_000, async () => ({
      port: (await startBalancer(ports())).port,
      admins: three.map(({ admin }) => admin),
      keys: { full: full?.key ?? '', part: part?.key ?? '' },
    }));
  });
});
