import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isRebound } from '../../src/http/index.ts';

test.each([
  ['127.0.0.1', 'evil.example', true],
  ['127.8.8.8', 'evil.example', true],
  ['::1', 'evil.example', true],
  // An IPv4 address on a socket that also accepts IPv6.
  ['::ffff:127.0.0.1', 'evil.example', true],
  ['::ffff:192.0.2.1', 'evil.example', false],
  ['192.0.2.1', 'evil.example', false],
  ['::ffff:127.0.0.1', 'localhost:4010', false],
  ['::ffff:127.0.0.1', '127.0.0.1:4010', false],
  ['::ffff:127.0.0.1', 'docs.example.com', false],
  ['127.0.0.1', undefined, false],
])('a request to %s with the host %s is rebound: %s', (localAddress, host, expected) => {
  const request = { headers: { host }, socket: { localAddress } } as IncomingMessage;
  expect(isRebound(request, 'docs.example.com')).toBe(expected);
});
