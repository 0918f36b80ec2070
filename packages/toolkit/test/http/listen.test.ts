import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpResponse } from '../../src/http/index.ts';
import { closeServer, listen, whyNotListening } from '../../src/http/index.ts';
import { gate, start, table } from './front.ts';

const free = { host: '127.0.0.1', port: 0 };

test('a server on an IPv6 address has brackets in its base URL', async () => {
  const server = createServer();
  onTestFinished(() => closeServer(server));
  expect(await listen(server, { host: '::1', port: 0 })).toMatch(/^http:\/\/\[::1\]:\d+$/);
});

test('the server keeps idle connections longer than proxies do', async () => {
  const server = createServer((_, response) => response.end());
  onTestFinished(() => closeServer(server));
  const { headers } = await fetch(await listen(server, free));
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
});

test('a port in use is reported with the flag that sets another port', async () => {
  const first = createServer();
  onTestFinished(() => closeServer(first));
  const port = Number(new URL(await listen(first, free)).port);
  const endpoint = { ...free, port };
  const error = await listen(createServer(), endpoint).catch((reason: unknown) => reason);
  expect(whyNotListening(error, endpoint, '--admin-port')).toBe(
    `port ${port} on 127.0.0.1 is in use; choose another port with --admin-port, or use --admin-port 0 for an available port`,
  );
});

test.each([
  ['EACCES', 'port 80 on h may not be used by this account; choose a port above 1023 with --port'],
  ['EADDRNOTAVAIL', 'h is not an address of this machine; set an address with --host'],
  ['ENOTFOUND', 'h is not an address of this machine; set an address with --host'],
  ['EAI_AGAIN', 'h is not an address of this machine; set an address with --host'],
  ['EOTHER', 'another reason'],
])('the message for %s is readable', (code, text) => {
  const error = Object.assign(new Error('another reason'), { code });
  expect(whyNotListening(error, { host: 'h', port: 80 })).toBe(text);
});

/** Sends a request whose response is delayed until `release` is called. */
async function pending() {
  const [response, arrival] = [gate<HttpResponse>(), gate<void>()];
  const { port, server } = await start(() => {
    arrival.pass();
    return response.passed;
  });
  const answer = fetch(`http://127.0.0.1:${port}${table.path}`).then(({ status }) => status);
  answer.catch(() => undefined);
  await arrival.passed;
  return { server, answer, release: () => response.pass({ status: 200, headers: {}, body: '' }) };
}

test('closing the server with a grace period completes the response in progress', async () => {
  const { server, answer, release } = await pending();
  const closed = closeServer(server, 60_000);
  release();
  expect(await answer).toBe(200);
  await closed;
});

test('closing the server without a grace period aborts the response in progress', async () => {
  const { server, answer } = await pending();
  await closeServer(server);
  await expect(answer).rejects.toThrow();
});
