import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { RunError, verifyContract } from '../src/index.ts';
import { KEY } from './service.ts';

/** Smoke against a listener; gives the error that the run ends with. */
async function failureOf(listener: RequestListener): Promise<RunError> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await verifyContract({ baseUrl, user: 'u', key: KEY, target: 'service', profile: 'smoke', timeoutMs: 400 });
  } catch (error) {
    return error as RunError;
  } finally {
    server.close();
    server.closeAllConnections();
  }
  throw new Error('the run had a verdict');
}

test.each<[string, RequestListener, string]>([
  ['hangs up', (request) => request.socket.destroy(), 'the connection failed'],
  [
    'trickles',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
    'no whole answer within 0.4 s',
  ],
  [
    'sends a body without an end',
    (_, response) => {
      const more = (): void => {
        if (!response.destroyed && response.write(Buffer.alloc(1024 * 1024))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    },
    '(a body of more than 64 MiB|no whole answer within 0.4 s)',
  ],
  [
    'breaks off in the body',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    },
    'the connection failed',
  ],
])('a service that %s has no verdict, and the report says why', async (_, listener, fault) => {
  const error = await failureOf(listener);
  expect(error).toBeInstanceOf(RunError);
  expect(error.message).toMatch(new RegExp(`does not answer: ${fault}`));
  expect(error.report).toMatchObject({ verdict: 'no verdict', exitCode: 2, failure: error.message });
  expect(error.report?.requests).toMatchObject({ planned: 10, spent: 1 });
  expect(JSON.stringify(error.report)).not.toContain('canary');
});
