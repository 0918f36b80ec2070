import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../src/index.ts';
import { queryOf } from './document.ts';

test.each([
  ['HEAD', 200],
  ['GET', 304],
  ['GET', 204],
])('%s with status %i through the proxy claims no length, as no body passes', async (method, status) => {
  const service = createServer((_, response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(method === 'HEAD' && { 'content-length': 9 }),
    });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const proxy = await startMock({ upstream: new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`) });
  onTestFinished(() => proxy.close());
  onTestFinished(() => void service.close());
  const headers = { 'if-none-match': '"1"' };
  const answer = await fetch(`${proxy.address}/api/?user=u&key=k&${queryOf('getFluids')}`, { method, headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-length')).toBeNull();
  expect(answer.headers.get('transfer-encoding')).toBeNull();
});
