import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { operationTable } from '@vehicle-lookup/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exampleParameters } from '../../demo/examples.ts';
import { MANY, VIN } from '../http/fakes.ts';
import { raw, responses } from '../http/server.ts';
import { metric } from './metric.ts';

/** The number of concurrent requests. */
const BATCH = 32;
vi.setConfig({ testTimeout: process.env.DEEP ? 1_200_000 : 300_000 });
/** With fewer requests, process memory does not reveal leaks. */
const RUNS_FOR_MEMORY = 2_000;
/** The allowed memory growth of each process in bytes. With 100,000 requests, a leak of one kilobyte per request exceeds it. */
const GROWTH = 64 * 1024 * 1024;

/** The target of the requests. */
export interface FuzzTarget {
  port: number;
  /** Base URLs of every process's admin port. */
  admins: string[];
  /** Keys of the users `full` and `part`; the plan of `part` lacks getOemParts and getRepairTimes. */
  keys: { full: string; part: string };
}

const agent = new Agent({ keepAlive: true, maxSockets: BATCH });
let keys = { full: '', part: '' };

const { operations, credentials } = operationTable;
const names = [
  ...new Set(
    operations.flatMap(({ selectors, parameters }) => [...Object.keys(selectors), ...Object.keys(parameters)]),
  ),
  ...credentials,
];
const odd = ['', 'VIN', 'vin[]', 'vin[0]', '__proto__', 'constructor', 'toString', 'carId ', '﻿key', 'a'.repeat(300)];
const values = [VIN, MANY, '25573', '0', '-1', '0x10', '1e3', '9007199254740993', '1', 'true', '', 'volkswagen'];
const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 }));

const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const encoding = fc.constantFrom(encoded, everyByte, (text: string) => encoded(text).replaceAll('%20', '+'));
const part = (text: fc.Arbitrary<string>) => fc.tuple(text, encoding).map(([given, encode]) => encode(given));
/** Strings that a client should never send, with characters that a URL may contain. */
const broken = fc.stringMatching(/^[!-~]{0,40}$/).map((given) => given.replaceAll('#', '%'));

const name = part(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...odd), anyText));
const value = part(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, anyText));
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, value).map(([left, right]) => `${left}=${right}`) },
  { weight: 1, arbitrary: broken },
);
const validQueries = operations.map(({ id }) => new URLSearchParams(exampleParameters(id)).toString());
const valid = fc.constantFrom(...validQueries);
// Invalid keys are sent for an unknown user, who is locked out. The keys exist only after the service has started.
const credentialsOf = fc.constantFrom(
  () => '',
  () => `user=full&key=${keys.full}`,
  () => `user=full&key=${keys.full}`,
  () => `user=part&key=${keys.part}`,
  () => 'user=nobody&key=wrong',
);
const query = fc
  .tuple(credentialsOf, fc.oneof(valid, fc.constant('')), fc.array(pair, { maxLength: 6 }))
  .map(([first, middle, others]) => [first(), middle, ...others].filter((piece) => piece !== '').join('&'));
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('/api/', '/api') },
  fc.constantFrom('/', '//', '/api//', '/API/', '/api/..', '/%2e%2e/', '/%zz', '/metrics', '/health'),
  broken.map((given) => `/${given}`),
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'),
);

const type = fc.oneof(
  fc.constantFrom(
    '',
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '*/*',
  ),
  fc.stringMatching(/^[!-~]{1,40}$/),
);
const content = fc.oneof(
  fc.constantFrom('', '{', '{"__proto__":{}}', '[1]', 'x'.repeat(20_000)),
  fc.string(),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);
const body = fc.option(fc.record({ type, content }), { nil: undefined, freq: 2 });
const any = fc.record({ path, query, method, body });

type Sent = typeof any extends fc.Arbitrary<infer T> ? T : never;

async function send(port: number, { path, query, method, body }: Sent) {
  const headers = body && { 'Content-Type': body.type, 'Content-Length': Buffer.byteLength(body.content) };
  const target = { port, host: '127.0.0.1', path: `${path}?${query}`, method };
  const sent = request({ ...target, agent, ...(headers && { headers }) });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end(body?.content);
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
  expect(type).toBe('application/json');
  const parsed = JSON.parse(body);
  // An unknown path does not return an API error, so that clients do not mistake it for a missing vehicle.
  if (status === 404 && !/^\/api\/?(?:\?|$)/.test(sent.path)) {
    expect(parsed).toEqual({ error: expect.any(String) });
    expect(body.length).toBeLessThan(200);
    return;
  }
  expect(parsed.success).toBe(status === 200);
  if (status === 200) expect(Object.keys(parsed)).toEqual(['success', 'timestamp', 'api_version', 'data']);
  else expect(parsed).toEqual({ success: false, message: expect.any(String) });
  // Errors do not repeat the request, so they are short.
  if (status !== 200) expect(body.length).toBeLessThan(2_000);
}

/** Returns the sum of a metric over all processes. */
async function sumOf({ admins }: FuzzTarget, name: string): Promise<number> {
  const values = await Promise.all(admins.map((admin) => metric(admin, name)));
  return values.reduce((sum, value) => sum + value, 0);
}

/** Defines tests that send `runs` requests to the target that `start` returns. */
export function describeFuzz(runs: number, start: () => Promise<FuzzTarget>): void {
  let target: FuzzTarget;
  beforeAll(async () => {
    target = await start();
    ({ keys } = target);
  });
  afterAll(() => agent.destroy());
  const residentBytes = () => sumOf(target, 'process_resident_memory_bytes');
  const inFlight = () => sumOf(target, 'vehicle_lookup_requests_in_flight');

  const withMemory = runs >= RUNS_FOR_MEMORY;
  test(`${runs} random requests return JSON or no body, without 5xx${withMemory ? ' or memory leaks' : ''}`, async () => {
    const seen = new Set<number>();
    // A small number of random requests may not include requests that a plan rejects.
    for (const [user, key] of Object.entries(keys)) {
      for (const query of validQueries) {
        const sent: Sent = { path: '/api/', query: `user=${user}&key=${key}&${query}`, method: 'GET', body: undefined };
        const response = await send(target.port, sent);
        judge(response, sent);
        seen.add(response.status);
      }
    }
    const check = (numRuns: number) =>
      fc.assert(
        fc.asyncProperty(fc.array(any, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
          const responses = await Promise.all(batch.map((one) => send(target.port, one)));
          for (const [index, response] of responses.entries()) {
            judge(response, batch[index] as Sent);
            seen.add(response.status);
          }
        }),
        { numRuns, endOnFailure: true },
      );
    const batches = Math.ceil(runs / BATCH);
    const first = Math.ceil(batches / 4);
    await check(first);
    const before = await residentBytes();
    await check(batches - first);
    const grown = (await residentBytes()) - before;
    if (withMemory) expect(grown).toBeLessThan(GROWTH * target.admins.length);
    await expect.poll(inFlight).toBe(0);
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 405]));
  });

  test(`${runs / 20} random byte sequences return JSON or no body, and the service keeps running`, async () => {
    const line = fc
      .tuple(fc.constantFrom('GET', 'HEAD', 'G@T', ''), fc.string({ unit: 'binary', maxLength: 60 }))
      .map(([verb, rest]) => Buffer.from(`${verb} /api/?${rest} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.concat([array, Buffer.from('\r\n\r\n')]));
    await fc.assert(
      fc.asyncProperty(fc.oneof(line, bytes), async (sent) => {
        for (const { status, head, body } of responses(await raw(target.port, sent, true))) {
          expect(status).toBeLessThan(500);
          if (/^HEAD/.test(sent.toString()) && status !== 400) continue;
          if (body !== '') expect(JSON.parse(body)).toMatchObject({ success: false });
          else expect(head).not.toContain('content-type: text');
        }
      }),
      { numRuns: runs / 20, endOnFailure: true },
    );
    const query = `user=full&key=${keys.full}&brands=1`;
    expect((await send(target.port, { path: '/api/', query, method: 'GET', body: undefined })).status).toBe(200);
  });
}
