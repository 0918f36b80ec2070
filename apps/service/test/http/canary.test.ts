import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { operationTable } from '@vehicle-lookup/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryOf } from './document.ts';
import { type Served, serve, temporaryFolder, withAccounts } from './process.ts';
import { raw } from './server.ts';

const { folder, remove } = temporaryFolder();
/** The right key of an account, and a wrong one that every encoding changes; the wrong one last, as it locks out. */
const keys = ['', 'cAnArY"/+ä<7f3e9b'];
/** Everything that left the service, by where. */
const out = new Map<string, string>();
const note = (where: string, said: string) => out.set(where, `${out.get(where) ?? ''}\n${said}`);

/** So small that it ends, for a 429. */
const PLAN = { name: 'small', limit: 7, windowSeconds: 3_600, burst: 1_000 };

const collector = createServer(async (request, response) => {
  note('traces', `${JSON.stringify(request.headers)}${await text(request)}`);
  response.end('{}');
});
let served: Served;

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  keys[0] = await withAccounts(folder, async ({ registry }) => {
    await registry.setPlan(PLAN.name, () => ({ ...PLAN, excluded: ['getOemParts', 'getRepairTimes'] }));
    return (await registry.createAccount('u', PLAN.name)).key.key;
  });
  const { port } = collector.address() as AddressInfo;
  served = await serve(folder, ['--log-level', 'debug'], { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(() => {
  collector.close();
  remove();
});

function encodings(key: string): Record<string, string> {
  const bytes = Buffer.from(key);
  return {
    plain: key,
    percent: encodeURIComponent(key),
    'percent, every byte': [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    JSON: JSON.stringify(key).slice(1, -1),
    base64: bytes.toString('base64').replace(/=+$/, ''),
    base64url: bytes.toString('base64url'),
    hex: bytes.toString('hex'),
  };
}

async function ask(query: string, method = 'GET', path = '/api/'): Promise<number> {
  const response = await fetch(`${served.address}${path}?${query}`, { method });
  note('headers', JSON.stringify([...response.headers]));
  note('bodies', await response.text());
  return response.status;
}

test('the canary key appears nowhere', async () => {
  const seen = new Set<number>();
  for (const key of keys.map(encodeURIComponent)) {
    const who = `user=u&key=${key}`;
    for (const { id } of operationTable.operations) seen.add(await ask(`${who}&${queryOf(id)}`));
    for (const query of ['vin=ZZZZZZZZ', 'brands=2', `brands=1&x=${key}`, `brands=${key}`, `brand=${key}&models=1`]) {
      seen.add(await ask(`${who}&${query}`));
    }
    for (const query of [`${who}&key=${key}`, `user=${key}&key=${key}`, `vin=${key}`, `${key}`, `${who}&vin=%zz`]) {
      seen.add(await ask(query));
    }
    for (const method of ['HEAD', 'OPTIONS', 'POST']) seen.add(await ask(who, method));
    for (const path of ['/', `/${key}`, `/api/${key}`, `/%zz${key}`, `/api/%3F${who}`]) {
      seen.add(await ask(who, 'GET', path));
    }
    seen.add(await ask(`${who}&brand=${'x'.repeat(2_100)}`));
    for (const bytes of [
      `GET /api/?${who} HTTP/9\r\n\r\n`,
      `GET /api/?${who}&brand=a b HTTP/1.1\r\nHost: x\r\n\r\n`,
      `${who}\r\n\r\n`,
      `GET /api/?${who} HTTP/1.1\r\nHost: x\r\nX: ${who.repeat(2_000)}\r\n\r\n`,
      `TRACE /api/?${who} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET http://h/api/?${who}&brands=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${who}\r\n\r\n`,
    ]) {
      note('bodies', await raw(served.port, bytes));
    }
  }
  expect([...seen].sort()).toEqual([200, 204, 400, 401, 403, 404, 405, 414, 429]);
  note('metrics', await (await fetch(`${served.admin}/metrics`)).text());
  note('metrics', await (await fetch(`${served.admin}/ready?key=${keys[0]}`)).text());

  expect(await served.stop()).toBe(0);
  note('logs', served.said());

  expect([...out.keys()]).toEqual(expect.arrayContaining(['headers', 'bodies', 'metrics', 'logs', 'traces']));
  for (const where of ['logs', 'traces']) expect(out.get(where)).toContain('getFluids');
  for (const [where, said] of out) {
    for (const key of keys) {
      for (const [encoding, form] of Object.entries(encodings(key))) {
        expect(said.includes(form), `${where}: ${encoding}`).toBe(false);
      }
    }
  }
});
