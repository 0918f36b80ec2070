import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeCatalogue, fakeSource, MANY } from '../http/fakes.ts';
import { get, paid, start } from '../http/server.ts';

afterEach(() => void vi.useRealTimers());

test('a request that is aborted before its response is sent is logged without a status', async () => {
  const catalogue = fakeCatalogue();
  let [searching, leaving] = [false, false];
  catalogue.brands = async () => {
    searching = true;
    while (!leaving) await nextTurn();
    return [];
  };
  const server = await start({ catalogues: fakeSource(catalogue) });
  const client = new AbortController();
  const response = get(server, paid('brands=1'), { signal: client.signal });
  await expect.poll(() => searching).toBe(true);
  client.abort();
  await expect(response).rejects.toThrow('aborted');
  await expect.poll(() => server.log.length).toBe(1);
  leaving = true;
  const line = JSON.parse(server.log[0] ?? '');
  expect(line).toMatchObject({ operation: 'listBrands', cut: true });
  expect(line).not.toHaveProperty('status');
  expect(await server.metrics.text()).toContain('status="499"');
});

test('a client that reads less than 2 KiB of a list per second is disconnected, but a faster client is not', async () => {
  const catalogue = fakeCatalogue(10_000_000);
  const server = await start({ catalogues: fakeSource(catalogue), slowestChunkMs: 200 });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET /api/?${paid(`vin=${MANY}&allCars=1`)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'data');
  // The client occasionally reads a byte, so that the connection is never idle.
  socket.pause();
  const trickle = setInterval(() => socket.read(1), 20);
  await expect.poll(() => server.log.length).toBe(1);
  clearInterval(trickle);
  socket.destroy();
  expect(JSON.parse(server.log[0] ?? '')).toMatchObject({ status: 200, cut: true, slow: true });
  expect(catalogue.ended).toBe(1);

  const whole = await start({ catalogues: fakeSource(fakeCatalogue(20_000)), slowestChunkMs: 10_000 });
  expect((await get(whole, paid(`vin=${MANY}&allCars=1`))).body.data).toHaveLength(20_000);
});
