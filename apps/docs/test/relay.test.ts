import { request as httpRequest, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sendJson, serveHttp, startMock } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type DocsServer, startDocs } from '../src/server/server.ts';
import type { TrustedServer } from '../src/servers.ts';
import { contract } from './rendered.ts';

/** Starts a documentation server without pages. */
const startRelay = (servers: readonly TrustedServer[], publicAddress?: string): Promise<DocsServer> =>
  startDocs(() => new Map(), { servers, path: contract.table.path, publicAddress });

let docs: DocsServer;
beforeAll(async () => {
  const { address } = await startMock();
  docs = await startRelay([{ name: 'mock', address }]);
});
afterAll(() => docs?.close());

const post = (body: unknown, type = 'application/json') =>
  fetch(`${docs.address}/relay`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });

/** Starts a documentation server that relays requests to a server with the given listener. */
async function serveBefore(listener: RequestListener, publicAddress?: string): Promise<DocsServer> {
  const { address } = await serveHttp(listener);
  const own = await startRelay([{ name: 'own', address: `${address}/base/v1` }], publicAddress);
  onTestFinished(() => own.close());
  return own;
}

/** Sends a request with any headers to a relay. `fetch` does not allow programs to set `Host` and `Origin`. */
function relayTo(
  { address }: DocsServer,
  headers: Record<string, string> = {},
  body: object = { server: 'own', query: 'brands=1' },
): Promise<{ status: number | undefined; value: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const all = { 'content-type': 'application/json', 'content-length': text.length, ...headers };
    const request = httpRequest(`${address}/relay`, { method: 'POST', headers: all }, async (response) => {
      resolve({ status: response.statusCode, value: (await json(response)) as Record<string, unknown> });
    });
    request.on('error', reject).end(text);
  });
}

test('the relay sends requests only to the servers of the site', async () => {
  expect((await post({ server: 'other', query: '' })).status).toBe(400);
  expect((await post({ server: 'mock', query: '' })).status).toBe(200);
});

test('the relay requests only the API path', async () => {
  const received: string[] = [];
  const own = await serveBefore((request, response) => {
    received.push(request.url ?? '');
    sendJson(response, 200, {});
  });
  for (const path of ['/metrics', '/../../admin', '@elsewhere.example/', '//elsewhere.example/'])
    await relayTo(own, {}, { server: 'own', path, query: `/../..${path}` });
  expect(received.map((url) => url.split('?')[0])).toEqual(Array(4).fill(`/base/v1${contract.table.path}`));
});

test('the relay returns all headers from the service except cookies', async () => {
  const own = await serveBefore((_, response) =>
    sendJson(response, 200, {}, { 'set-cookie': 'session=1', 'retry-after': '5' }),
  );
  const { headers } = (await relayTo(own)).value as { headers: [name: string, value: string][] };
  const names = headers.map(([name]) => name);
  expect(names).toContain('retry-after');
  expect(names).not.toContain('set-cookie');
});

test('the relay rejects a response longer than 16 MiB after decompression', async () => {
  const body = gzipSync(Buffer.alloc(17 * 2 ** 20, ' '));
  const own = await serveBefore((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body));
  const { value } = await relayTo(own);
  expect(value).toEqual({
    problem: 'The response exceeds 16 MiB after decompression. Send the request from a program.',
  });
});

test('the relay reports a timeout if a response is incomplete after 30 seconds', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  const own = await serveBefore((_, response) => {
    response.writeHead(200).write('{');
    limit.abort(new DOMException('', 'TimeoutError'));
  });
  expect((await relayTo(own)).value).toEqual({ problem: 'time-out' });
  expect(timeout).toHaveBeenCalledWith(30_000);
});

test('the relay aborts a request if its client disconnects', async () => {
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  const client = new AbortController();
  const own = await serveBefore((request) => {
    request.socket.once('close', onEnd);
    client.abort();
  });
  const sent = fetch(`${own.address}/relay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ server: 'own', query: '' }),
    signal: client.signal,
  });
  await expect(sent).rejects.toThrow();
  await ended;
});

test("the relay sends the reader's IP address in X-Forwarded-For", async () => {
  const received: unknown[] = [];
  const own = await serveBefore((request, response) => {
    received.push(request.headers['x-forwarded-for']);
    sendJson(response, 200, {});
  });
  await relayTo(own);
  await relayTo(own, { 'x-forwarded-for': '203.0.113.9' });
  expect(received).toEqual(['127.0.0.1', '203.0.113.9, 127.0.0.1']);
});

test('the relay rejects requests from other origins and from host names that were rebound to this machine', async () => {
  const own = await serveBefore((_, response) => sendJson(response, 200, {}), 'https://docs.example.com/vehicles');
  const { host } = new URL(own.address);
  const status = async (headers: Record<string, string>) => (await relayTo(own, headers)).status;
  for (const headers of [
    { host: 'evil.example' },
    { host: 'evil.example:4020', origin: 'http://evil.example:4020' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])
    expect(await status(headers), JSON.stringify(headers)).toBe(403);
  for (const headers of [
    { origin: own.address },
    { host: 'localhost:4020', origin: 'http://localhost:4020' },
    { host: 'docs.example.com', origin: 'https://docs.example.com' },
    { host, origin: 'https://docs.example.com' },
  ])
    expect(await status(headers), JSON.stringify(headers)).toBe(200);
  // This server does not have a public URL.
  for (const origin of ['null', 'https://docs.example.com'])
    expect((await relayTo(docs, { origin })).status, origin).toBe(403);
});

test('the relay rejects requests that a page from another origin can send without a CORS preflight', async () => {
  expect((await post({}, 'text/plain')).status).toBe(415);
  const { headers } = await fetch(`${docs.address}/relay`, { method: 'OPTIONS' });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('the relay keeps running if a client disconnects before its request is complete', async () => {
  const { hostname, port } = new URL(docs.address);
  const request = httpRequest({
    hostname,
    port,
    path: '/relay',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  const closed = new Promise((resolve) => request.on('error', resolve));
  await new Promise((resolve) => request.write('{', resolve));
  // The response on another connection shows that the server has already read the partial body.
  expect((await post({}, 'text/plain')).status).toBe(415);
  request.destroy(new Error('gone'));
  await closed;
  expect((await post({}, 'text/plain')).status).toBe(415);
});

test('the relay rejects requests that are too long or not JSON', async () => {
  expect((await post('x'.repeat(20_000))).status).toBe(413);
  const response = await fetch(`${docs.address}/relay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(response.status).toBe(400);
});
