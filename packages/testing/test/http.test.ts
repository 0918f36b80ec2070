import { expect, test } from 'vitest';
import { closedAddress, sendJson, serveHttp } from '../src/index.ts';

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
