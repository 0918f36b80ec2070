import { once } from 'node:events';
import { connect } from 'node:net';
import { closeServer } from '@vehicle-lookup/toolkit/http';
import { expect, test } from 'vitest';
import { fakeCatalogue, fakeSource } from './fakes.ts';
import { get, paid, raw, responses, start } from './server.ts';

/** A timeout that is longer than any test, so that `closeServer` resolves only when connections end by themselves. */
const LONG = 1_000_000;

async function slowServer() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const catalogue = fakeCatalogue();
  const brands = catalogue.brands;
  catalogue.brands = () => opened.then(brands);
  const catalogues = fakeSource(catalogue);
  const server = await start({ catalogues });
  const response = get(server, paid('brands=1'));
  response.catch(() => undefined);
  await expect.poll(() => catalogues.open).toBe(1);
  return { server, response, open: () => open() };
}

test('responses in progress complete before the service stops, and new connections are rejected', async () => {
  const { server, response, open } = await slowServer();
  const stopped = closeServer(server.app, LONG);
  await expect(fetch(server.address)).rejects.toThrow();
  open();
  expect((await response).status).toBe(200);
  await stopped;
});

test('a response that exceeds the stop timeout is aborted', async () => {
  const { server, response } = await slowServer();
  await closeServer(server.app, 200);
  await expect(response).rejects.toThrow();
});

test('idle connections do not delay the stop', async () => {
  const server = await start();
  await get(server, paid('brands=1'));
  await closeServer(server.app, LONG);
});

test('an incomplete request does not delay the stop beyond the timeout for responses', async () => {
  const server = await start();
  const connected = once(server.app, 'connection');
  const half = connect(server.port, '127.0.0.1').on('error', () => undefined);
  half.write('GET /api/?user=');
  await connected;
  await closeServer(server.app, 200);
  half.destroy();
});

test('a response that completes while the service stops closes its connection', async () => {
  const { server, response, open } = await slowServer();
  const received = raw(server.port, `GET /api/?${paid('brands=1')} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(async () => server.metrics.text()).toContain('in_flight 2');
  const stopped = closeServer(server.app, LONG);
  await expect(fetch(server.address)).rejects.toThrow();
  open();
  const [last] = responses(await received);
  expect(last?.status).toBe(200);
  expect(last?.head).toMatch(/^connection: close$/im);
  await Promise.all([response, stopped]);
});
