import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { stopServer } from '../../src/http/stop.ts';
import { fakeCatalogue, fakeSource } from './fakes.ts';
import { get, paid, raw, responses, start } from './server.ts';

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
  const answer = get(server, paid('brands=1'));
  answer.catch(() => undefined);
  await expect.poll(() => catalogues.open).toBe(1);
  return { server, answer, open: () => open() };
}

test('an answer in flight ends before the service does, and no new connection is taken', async () => {
  const { server, answer, open } = await slowServer();
  const stopped = stopServer(server.app, 5_000);
  await expect(fetch(server.address)).rejects.toThrow();
  open();
  expect((await answer).status).toBe(200);
  await stopped;
});

test('what does not end in time is cut', async () => {
  const { server, answer } = await slowServer();
  const started = performance.now();
  await stopServer(server.app, 200);
  expect(performance.now() - started).toBeLessThan(2_000);
  await expect(answer).rejects.toThrow();
});

test('idle connections, and one that has sent half a request, do not hold it up', async () => {
  const server = await start();
  await get(server, paid('brands=1'));
  const half = connect(server.port, '127.0.0.1').on('error', () => undefined);
  half.write('GET /api/?user=');
  const started = performance.now();
  await stopServer(server.app, 300);
  expect(performance.now() - started).toBeLessThan(2_000);
  half.destroy();
});

test('an answer that ends while it stops says that the connection does, too', async () => {
  const { server, answer, open } = await slowServer();
  const said = raw(server.port, `GET /api/?${paid('brands=1')} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(async () => server.metrics.text()).toContain('in_flight 2');
  const stopped = stopServer(server.app, 5_000);
  await expect(fetch(server.address)).rejects.toThrow();
  open();
  const [last] = responses(await said);
  expect(last?.status).toBe(200);
  expect(last?.head).toMatch(/^connection: close$/im);
  await Promise.all([answer, stopped]);
});
