import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createVehicleLookup, type Fetch } from '../src/index.ts';
import { answering, serve } from './server.ts';

// The middle is the same in every encoding, so no form of the key can pass unseen.
const key = `a b+c/ä&'"CANARY"=%`;
const account = { user: 'demo-account', key };

/** Everything a program may show of a value: its message, stack, inspection at any depth, JSON, own properties. */
function shown(value: unknown): string {
  const deep = inspect(value, { depth: Infinity, showHidden: true, getters: true });
  const { message, stack, cause } = (value ?? {}) as Error;
  return [deep, message, stack, cause ? shown(cause) : '', JSON.stringify(value), String(value)].join('\n');
}

const repeat = (status: number) => (request: IncomingMessage, response: ServerResponse) => {
  const location = `http://127.0.0.1:1${request.url}`;
  const body = { success: status === 200, message: `GET ${request.url}: ${key}`, details: [{ [status]: key }] };
  answering(status, body, { location, link: `<${location}>; rel=next` })(request, response);
};

const services: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  'an answer': answering(200, { success: true, data: [] }, { 'x-quota': '7' }),
  'an answer whose headers repeat the address': (request, response) =>
    answering(200, { success: true, data: [] }, { link: request.url ?? '' })(request, response),
  'a failure that repeats address and key': repeat(401),
  'a failure of the server that repeats them': repeat(500),
  'a redirect that repeats them': repeat(302),
  'a page of HTML that repeats them': (request, response) =>
    answering(502, `<p>${request.url} ${key}`)(request, response),
  'a text that repeats them': (request, response) => answering(200, `${request.url} ${key}`)(request, response),
  'a connection that is cut': (request) => request.socket.destroy(),
};

test.each(Object.entries(services))('the key does not show in what %s brings', async (_, service) => {
  const { raw } = createVehicleLookup({ baseUrl: await serve(service), ...account });
  const brought = await raw.GET('/api/', { params: { query: { carId: 1, fluids: 1 } } }).catch((error) => error);
  expect(shown(brought)).not.toContain('CANARY');
});

const faults: Record<string, Fetch> = {
  'whose message holds the address': async (request) => {
    throw new TypeError(`Failed to fetch ${request.url}`, { cause: new Error(`no route to ${request.url} (${key})`) });
  },
  'that holds the request': async (request) => {
    throw Object.assign(new Error('failed'), { request, url: request.url, config: { params: { key } } });
  },
  'that is no error': async (request) => {
    throw { url: request.url };
  },
};

test.each(Object.entries(faults))('the key does not show in the fault of a foreign fetch %s', async (_, fetch) => {
  const { raw } = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account, fetch });
  const error = await raw.call('listBrands', {}).catch((reason) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(shown(error)).not.toContain('CANARY');
});

test('the key does not show in the client itself', () => {
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account });
  expect(shown(client)).not.toContain('CANARY');
});

test('a fault keeps name, message and code of its causes', async () => {
  const { raw } = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account });
  const error = await raw.call('listBrands', {}).catch((reason) => reason);
  expect(error.cause).toMatchObject({ name: 'TypeError', message: expect.any(String) });
});
