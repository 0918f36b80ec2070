import { beforeAll, expect, test } from 'vitest';
import { type AppServer, paid, raw, responses, start } from '../http/server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await start();
});

const statusWith = async (lines: string, version = '1.1') => {
  const request = `GET /api/?${paid('brands=1')} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`;
  return responses(await raw(server.port, request)).map(({ status, body }) => [status, JSON.parse(body).message])[0];
};

test.each([
  ['two', 'Host: a\r\nHost: b\r\n'],
  ['two equal values', 'Host: a\r\nHOST: a\r\n'],
  ['an empty value', 'Host:\r\n'],
  ['a space', 'Host: a b\r\n'],
  ['a path', 'Host: a/b\r\n'],
  ['a user', 'Host: me@a\r\n'],
  ['a port that is not a number', 'Host: a:x\r\n'],
  ['a port above 65535', 'Host: a:65536\r\n'],
  ['half an IPv6 address', 'Host: [::1\r\n'],
  ['two hosts in one line', 'Host: a, b\r\n'],
])('Host with %s returns 400', async (_, lines) => {
  expect(await statusWith(lines)).toEqual([400, expect.stringContaining('Host')]);
  expect((await statusWith(lines, '1.0'))?.[0]).toBe(400);
});

test.each([
  'a',
  'vehicles.example.com:443',
  '127.0.0.1:4000',
  '[::1]:4000',
  '[2001:db8::1]',
  'xn--bcher-kva.example',
  'a_b',
  'a:',
])('Host: %s is accepted', async (host) => {
  expect((await statusWith(`Host: ${host}\r\n`))?.[0]).toBe(200);
});

test('HTTP/1.0 does not require Host', async () => {
  expect((await statusWith('', '1.0'))?.[0]).toBe(200);
});

test.each(['xchunked', 'identity', 'gzip, chunked'])('Transfer-Encoding: %s returns 400', async (coding) => {
  const [status, text] = (await statusWith(`Host: a\r\nTransfer-Encoding: ${coding}\r\n`)) ?? [];
  expect([status, text]).toEqual([400, expect.stringMatching(/Transfer-Encoding|valid HTTP/)]);
});
