import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { clientOf, createVehicleLookup } from '@vehicle-lookup/client';
import {
  bin,
  CANARY,
  CANARY_FORMS,
  canaryIn,
  closedAddress,
  run,
  sendJson,
  serveHttp,
  startMock,
} from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';

/** The query parameters of an account with the key. */
const access = new URLSearchParams({ user: 'demo', key: CANARY }).toString();

/** Services that repeat the key in every part of the response, or close the connection. */
const services: [string, RequestListener | undefined][] = [
  ['is unreachable', undefined],
  ['closes the connection', (request) => request.socket.destroy()],
  [
    'returns invalid JSON with the key',
    (_, response) => sendJson(response, 200, `{"success":true,"data":"${CANARY_FORMS.join(' ')}`),
  ],
  [
    'repeats the key in headers, names and values of an error',
    (_, response) =>
      sendJson(
        response,
        400,
        { success: false, message: CANARY_FORMS.join(' '), [CANARY]: CANARY },
        { 'x-key': encodeURIComponent(CANARY), link: `</api/?${access}>` },
      ),
  ],
  [
    'redirects to a URL that contains the key',
    (_, response) => response.writeHead(302, { location: `https://example.com/api/?${access}` }).end(),
  ],
  [
    'returns an HTML page that contains the key',
    (_, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<p>${CANARY_FORMS.join('</p><p>')}</p>`),
  ],
];

const addressOf = async (listener: RequestListener | undefined): Promise<string> =>
  listener ? (await serveHttp(listener)).address : closedAddress();

/** Returns all parts of a response that a client receives. */
async function responseText(address: string, query: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${address}/api/?${query}`, { redirect: 'manual', ...init });
  return JSON.stringify([response.status, response.statusText, ...response.headers, await response.text()]);
}

const vin = 'vin=WVWZZZ1KZAW000001';
const form = new URLSearchParams([['', CANARY]]).toString().slice(1);
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

describe('the key is absent from the responses and the output', () => {
  /** Returns the responses of the mock to the queries and to further requests, and its complete output. */
  async function allOf(args: string[], ...more: RequestInit[]): Promise<{ responses: string[]; log: string }> {
    const mock = await startMock(args);
    const responses = [];
    for (const query of queries) responses.push(await responseText(mock.address, query));
    for (const init of more) responses.push(await responseText(mock.address, queries[0] ?? '', init));
    await mock.stop();
    return { responses, log: mock.output.all };
  }

  test('of the mock', async () => {
    const prefer = { headers: { prefer: `example=${encodeURIComponent(CANARY)}` } };
    const { responses, log } = await allOf([], prefer, { method: 'POST' });
    expect(canaryIn(`${responses.join('\n')}\n${log}`)).toEqual([]);
    expect(log.split('\n').length).toBeGreaterThan(queries.length);
  });

  test.each(services)('of the mock in front of a service that %s', async (_, listener) => {
    const { responses, log } = await allOf(['--upstream', await addressOf(listener)]);
    expect(canaryIn(`${responses.join('\n')}\n${log}`)).toEqual([]);
  });

  test.each(services)('of the contract suite against a service that %s', async (_, listener) => {
    const address = await addressOf(listener);
    for (const more of [[], ['--json'], ['--target', 'mock']]) {
      const args = ['verify', '--base-url', address, '--user', 'demo', ...more];
      const { code, out, err } = await run(bin('contract'), args, { env: { VEHICLE_LOOKUP_KEY: CANARY } });
      expect(code).not.toBe(0);
      expect(canaryIn(out + err)).toEqual([]);
    }
  });

  const account = ['--user', 'u', '--key', CANARY];
  test.each([
    ['as a command', ['verify', CANARY]],
    ['as the value of a misspelt flag', ['verify', `--kee=${CANARY}`]],
    ['in the base URL', ['verify', '--base-url', `http://127.0.0.1/api/?${access}`, ...account]],
    ['as target', ['verify', '--base-url', 'http://127.0.0.1', ...account, '--target', CANARY]],
    ['as data', ['verify', '--base-url', 'http://127.0.0.1', ...account, '--data', CANARY]],
  ])('of the contract suite that received the key %s', async (_, args) => {
    const { code, out, err } = await run(bin('contract'), args);
    expect(code).toBe(2);
    expect(canaryIn(out + err)).toEqual([]);
  });

  test('of the mock that received the key in its upstream URL', async () => {
    const { code, out, err } = await run(bin('mock'), ['--upstream', `http://127.0.0.1/api/?${access}`]);
    expect(code).toBe(2);
    expect(canaryIn(out + err)).toEqual([]);
  });

  test.each(services)('of the client of a service that %s', async (_, listener) => {
    const client = createVehicleLookup({ baseUrl: await addressOf(listener), user: 'demo', key: CANARY });
    const result = await clientOf(client)
      .call('decodeVin', { vin: 'WVWZZZ1KZAW000001' })
      .catch((error: Error) => error);
    const { response } = result as { response?: { headers: Headers } };
    const shown = [client, result, response?.headers, ...(response?.headers ?? [])].map((value) =>
      inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    );
    const stack = result instanceof Error ? [result.stack, String(result.cause)] : [];
    expect(canaryIn([...shown, ...stack, JSON.stringify([client, result])].join('\n'))).toEqual([]);
  });
});
