import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { operationTable } from '@vehicle-lookup/operations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryOf } from './document.ts';
import { KEY, MANY, VIN } from './fakes.ts';
import { type Running, raw, responses, start } from './server.ts';

const RUNS = process.env.DEEP ? 100_000 : 2_000;
const BATCH = 8;
const BATCHES = Math.ceil(RUNS / BATCH);
/** No request takes longer than that, however busy the machine is. */
const HANG_MS = 10_000;
const GROWTH = 32 * 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: Running;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
beforeAll(async () => {
  server = await start();
});
afterAll(async () => {
  agent.destroy();
  await server.app.close();
});

const { operations, credentials } = operationTable;
const names = [
  ...new Set(
    operations.flatMap(({ selectors, parameters }) => [...Object.keys(selectors), ...Object.keys(parameters)]),
  ),
  ...credentials,
];
const odd = ['', 'VIN', 'vin[]', 'vin[0]', '__proto__', 'constructor', 'toString', 'carId ', '﻿key', 'a'.repeat(300)];
const values = [
  VIN,
  MANY,
  '25573',
  '0',
  '-1',
  '0x10',
  '1e3',
  '9007199254740993',
  '1',
  'true',
  '',
  'volkswagen',
  'paid',
];
const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 }));

const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const encoding = fc.constantFrom(encoded, everyByte, (text: string) => encoded(text).replaceAll('%20', '+'));
const part = (text: fc.Arbitrary<string>) => fc.tuple(text, encoding).map(([given, encode]) => encode(given));
/** What a client should never send, in characters that an address may hold. */
const broken = fc.stringMatching(/^[!-~]{0,40}$/).map((given) => given.replaceAll('#', '%'));

const name = part(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...odd), anyText));
const value = part(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, anyText));
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, value).map(([left, right]) => `${left}=${right}`) },
  { weight: 1, arbitrary: broken },
);
const right = fc.constantFrom(...operations.map(({ id }) => queryOf(id)));
const start_ = fc.constantFrom('', `user=paid&key=${KEY}`, `user=free&key=${KEY}`, 'user=paid&key=wrong');
const query = fc
  .tuple(start_, fc.oneof(right, fc.constant('')), fc.array(pair, { maxLength: 6 }))
  .map(([first, middle, others]) => [first, middle, ...others].filter((piece) => piece !== '').join('&'));
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('/api/', '/api') },
  fc.constantFrom('/', '//', '/api//', '/API/', '/api/..', '/%2e%2e/', '/%zz', '/metrics', '/health'),
  broken.map((given) => `/${given}`),
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'),
);

interface Sent {
  path: string;
  query: string;
  method: string;
}

async function send({
  path,
  query,
  method,
}: Sent): Promise<{ status: number; body: string; type: string | undefined }> {
  const signal = AbortSignal.timeout(HANG_MS);
  const sent = request({ port: server.port, host: '127.0.0.1', path: `${path}?${query}`, method, agent, signal });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end();
  });
  return {
    status: response.statusCode ?? 0,
    body: await text(response),
    type: response.headers['content-type'],
  };
}

function judge({ status, body, type }: Awaited<ReturnType<typeof send>>, sent: Sent): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  if (body === '') {
    expect(status === 204 || sent.method === 'HEAD').toBe(true);
    return;
  }
  expect(type).toBe('application/json; charset=utf-8');
  const parsed = JSON.parse(body);
  expect(parsed.success).toBe(status === 200);
  if (status === 200) expect(Object.keys(parsed)).toEqual(['success', 'timestamp', 'api_version', 'data']);
  else expect(parsed).toEqual({ success: false, message: expect.any(String) });
}

test(`${RUNS} requests of any kind: no 5xx, JSON or nothing, no hang, memory flat`, async () => {
  const any = fc.record({ path, query, method });
  const check = (numRuns: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
        const answers = await Promise.all(batch.map(send));
        for (const [index, answer] of answers.entries()) judge(answer, batch[index] as Sent);
        server.log.length = 0;
      }),
      { numRuns, endOnFailure: true },
    );
  const first = Math.ceil(BATCHES / 4);
  await check(first);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  await check(BATCHES - first);
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(GROWTH);
  expect(await server.metrics.text()).toContain('vehicle_lookup_requests_in_flight 0');
});

test(`${RUNS / 20} times any bytes: JSON or nothing, and the service lives`, async () => {
  const line = fc
    .tuple(fc.constantFrom('GET', 'HEAD', 'G@T', ''), fc.string({ unit: 'binary', maxLength: 60 }))
    .map(([verb, rest]) => Buffer.from(`${verb} /api/?${rest} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.concat([array, Buffer.from('\r\n\r\n')]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(line, bytes), async (sent) => {
      for (const { status, head, body } of responses(await raw(server.port, sent, true))) {
        expect(status).toBeLessThan(500);
        if (/^HEAD/.test(sent.toString()) && status !== 400) continue;
        if (body !== '') expect(JSON.parse(body)).toMatchObject({ success: false });
        else expect(head).not.toContain('content-type: text');
      }
    }),
    { numRuns: RUNS / 20, endOnFailure: true },
  );
  expect((await send({ path: '/api/', query: `user=paid&key=${KEY}&brands=1`, method: 'GET' })).status).toBe(200);
});
