import { expect, test } from 'vitest';
import { closedAddress, freePort, sendJson, serveHttp } from '../src/index.ts';

test('a server listens on a free port, and closes although a client waits', async () => {
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

test('nothing listens at a closed address', async () => {
  await expect(fetch(await closedAddress())).rejects.toThrow();
});

test('a free port is not one that the system hands out to servers of other tests', async () => {
  const handedOut = await Promise.all(Array.from({ length: 20 }, async () => (await serveHttp()).port));
  const free = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(Math.max(...free)).toBeLessThan(Math.min(...handedOut));
});
