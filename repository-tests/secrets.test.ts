import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { describe, expect, test } from 'vitest';
import { access, FORMS, found, KEY } from './support/canary.ts';
import { CONTRACT } from './support/contract.ts';
import { MOCK, startPart, withPart } from './support/parts.ts';
import { goneAddress, serve } from './support/ports.ts';
import { root } from './support/repository.ts';
import { run } from './support/run.ts';

const json = { 'content-type': 'application/json' };

/** Services that repeat the key wherever they can, or break off. */
const services: [string, RequestListener | undefined][] = [
  ['is not there', undefined],
  ['hangs up', (request) => request.socket.destroy()],
  [
    'answers broken JSON that holds the key',
    (_, response) => response.writeHead(200, json).end(`{"success":true,"data":"${FORMS.join(' ')}`),
  ],
  [
    'repeats the key in headers, names and values of an error',
    (_, response) =>
      response
        .writeHead(400, { ...json, 'x-key': encodeURIComponent(KEY), link: `</api/?${access}>` })
        .end(JSON.stringify({ success: false, message: FORMS.join(' '), [KEY]: KEY })),
  ],
  [
    'redirects to an address that holds the key',
    (_, response) => response.writeHead(302, { location: `https://example.com/api/?${access}` }).end(),
  ],
  [
    'answers a page that holds the key',
    (_, response) => response.writeHead(500, { 'content-type': 'text/html' }).end(`<p>${FORMS.join('</p><p>')}</p>`),
  ],
];

/** Runs a test against one of them. */
async function against(listener: RequestListener | undefined, use: (address: string) => Promise<void>): Promise<void> {
  if (!listener) return use(await goneAddress());
  const server = await serve(listener);
  try {
    await use(server.address);
  } finally {
    await server.close();
  }
}

/** Everything that a reader of an answer can see. */
async function seen(address: string, query: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${address}/api/?${query}`, { redirect: 'manual', ...init });
  return JSON.stringify([response.status, response.statusText, ...response.headers, await response.text()]);
}

const vin = 'vin=WVWZZZ1KZAW000001';
const form = new URLSearchParams([['', KEY]]).toString().slice(1);
const queries = [
  vin,
  `vin=${form}`,
  `carId=${form}&fluids=1`,
  `${vin}&${form}=1`,
  `${vin}&page=${form}`,
  `${vin}&key=${form}`,
  `${vin}&allCars=${form}`,
  `brand=${form}&models=1`,
].map((query) => `${access}&${query}`);

describe('the key is in no answer and no line', () => {
  test('of the mock', async () => {
    await withPart(startPart(root, MOCK), async (mock) => {
      const answers = [];
      for (const query of queries) answers.push(await seen(mock.address, query));
      answers.push(
        await seen(mock.address, queries[0] ?? '', { headers: { prefer: `example=${encodeURIComponent(KEY)}` } }),
      );
      answers.push(await seen(mock.address, queries[0] ?? '', { method: 'POST' }));
      expect(found(`${answers.join('\n')}\n${mock.output()}`)).toEqual([]);
      expect(mock.output().split('\n').length).toBeGreaterThan(queries.length);
    });
  });

  test.each(services)('of the mock in front of a service that %s', async (_, listener) => {
    await against(listener, async (address) => {
      await withPart(startPart(root, MOCK, ['--upstream', address]), async (mock) => {
        const answers = [];
        for (const query of queries) answers.push(await seen(mock.address, query));
        expect(found(`${answers.join('\n')}\n${mock.output()}`)).toEqual([]);
      });
    });
  });

  test.each(services)('of the contract suite at a service that %s', async (_, listener) => {
    await against(listener, async (address) => {
      for (const more of [[], ['--json'], ['--target', 'mock']]) {
        const args = ['verify', '--base-url', address, '--user', 'demo', ...more];
        const { code, out, err } = await run(join(root, CONTRACT), args, { env: { VEHICLE_LOOKUP_KEY: KEY } });
        expect(code).not.toBe(0);
        expect(found(out + err)).toEqual([]);
      }
    });
  });

  test.each([
    ['as a command', ['verify', KEY]],
    ['behind a misspelt flag', ['verify', `--kee=${KEY}`]],
    ['in the base address', ['verify', '--base-url', `http://127.0.0.1/api/?${access}`, '--user', 'u', '--key', KEY]],
    ['as target', ['verify', '--base-url', 'http://127.0.0.1', '--user', 'u', '--key', KEY, '--target', KEY]],
    ['as data', ['verify', '--base-url', 'http://127.0.0.1', '--user', 'u', '--key', KEY, '--data', KEY]],
  ])('of the contract suite that was given it %s', async (_, args) => {
    const { code, out, err } = await run(join(root, CONTRACT), args);
    expect(code).toBe(2);
    expect(found(out + err)).toEqual([]);
  });

  test('of the mock that was given it as upstream', async () => {
    const { code, out, err } = await run(join(root, MOCK), ['--upstream', `http://127.0.0.1/api/?${access}`]);
    expect(code).toBe(2);
    expect(found(out + err)).toEqual([]);
  });

  test.each(services)('of the client at a service that %s', async (_, listener) => {
    await against(listener, async (baseUrl) => {
      const client = createVehicleLookup({ baseUrl, user: 'demo', key: KEY });
      const result = await client.raw.call('decodeVin', { vin: 'WVWZZZ1KZAW000001' }).catch((error: Error) => error);
      const { response } = result as { response?: { headers: Headers } };
      const shown = [client, result, response?.headers, ...(response?.headers ?? [])].map((value) =>
        inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
      );
      const stack = result instanceof Error ? [result.stack, String(result.cause)] : [];
      expect(found([...shown, ...stack, JSON.stringify([client, result])].join('\n'))).toEqual([]);
    });
  });
});
