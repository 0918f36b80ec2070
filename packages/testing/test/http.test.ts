import { expect, test } from 'vitest';
import { closedAddress, freePort, sendJson, serveHttp } from '../src/index.ts';

test('a server listens on an available port, and closes even if a client is waiting for a response', async () => {
  const { address, port, close } = await serveHttp(({ url }, response) => {
    if (url !== '/silence') sendJson(response, 201, { url }, { 'x-more': 'yes' });
  });
  expect(address).toBe(`http://127.0.0.1:${port}`);
  const response = await fetch(`${address}/a`);
  expect([response.status, response.headers.get('x-more'), await response.json()]).toEqual([201, 'yes', { url: '/a' }]);
  const silence = fetch(`${address}/silence`).catch((error: Error) => error);
  await close();
  expect(await silence).toBeInstanceOf(Error);
  await close();
});

test('a closed address rejects connections', async () => {
  await expect(fetch(await closedAddress())).rejects.toThrow();
});

test('freePort returns a port outside the range that the system assigns to servers of other tests', async () => {
  const handedOut = await Promise.all(Array.from({ length: 20 }, async () => (await serveHttp()).port));
  const free = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(Math.max(...free)).toBeLessThan(Math.min(...handedOut));
});
