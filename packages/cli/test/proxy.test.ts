import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { closedAddress, listen } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { echo } from './support/batch.ts';
import { account, runBin } from './support/program.ts';
import { serve } from './support/service.ts';

const VIN = 'WVWZZZ1KZAW000001';
/** Node.js options that simulate a version without proxy support. */
const OLD =
  "--import=data:text/javascript,import{syncBuiltinESMExports,createRequire}from'node:module';" +
  "delete(createRequire('file:///')('http')).setGlobalProxyFromEnv;syncBuiltinESMExports();" +
  "Object.defineProperty(process,'allowedNodeEnvironmentFlags',{value:new(Set)});process.env.NODE_USE_ENV_PROXY='1'";

/** Starts a proxy that connects every request to one service and records the requested hosts. */
async function proxy(service: { address: string }) {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    asked.push(url);
    const { hostname, port } = new URL(service.address);
    const behind = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.pipe(behind).pipe(socket);
  });
  const { address } = await listen(server);
  return { address, asked };
}

test('requests use the proxy in HTTP_PROXY', async () => {
  const service = await serve(echo);
  const { address, asked } = await proxy(service);
  const env = { ...account('http://vehicles.example:8080'), HTTP_PROXY: address };
  const { code, out, err } = await runBin(['decode', VIN], { env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(VIN);
  expect([asked, service.queries.length]).toEqual([['vehicles.example:8080'], 1]);
});

test('requests to a host in NO_PROXY do not use the proxy', async () => {
  const service = await serve(echo);
  const { address, asked } = await proxy(service);
  const env = { ...account(service.address), HTTP_PROXY: address, NO_PROXY: 'localhost,127.0.0.1' };
  expect(await runBin(['decode', VIN], { env })).toMatchObject({ code: 0, err: '' });
  expect([asked, service.queries.length]).toEqual([[], 1]);
});

test('the error for an unreachable proxy mentions the proxy and the URL of the service', async () => {
  const env = { ...account('http://vehicles.example:8080'), HTTP_PROXY: await closedAddress() };
  const { code, err } = await runBin(['decode', VIN, '--retries', '0'], { env });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(
      'Check --base-url (http://vehicles.example:8080), the proxy (HTTP_PROXY) and the network.',
    ),
  });
});

test.each(['http://me:CANARY/ss@proxy:3128', '10.0.0.1:3128'])(
  'an invalid proxy URL (%s) is rejected with an error that does not repeat the URL',
  async (address) => {
    const service = await serve(echo);
    const { code, err } = await runBin(['decode', VIN], { env: { ...account(service.address), HTTP_PROXY: address } });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('HTTP_PROXY, HTTPS_PROXY: expected URLs such as http://'),
    });
    expect(err).not.toMatch(/CANARY|10\.0\.0/);
    expect(service.queries).toEqual([]);
  },
);

test.each([
  [
    '',
    'HTTP_PROXY is set, but this version of Node.js does not use it: requests go to 127.0.0.1 directly. Use Node.js 24.14',
  ],
  ['127.0.0.1', ''],
])(
  'a Node.js version without proxy support causes a message, except if NO_PROXY (%j) contains the host',
  async (excepted, text) => {
    const service = await serve(echo);
    const env = {
      ...account(service.address),
      HTTP_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: excepted,
      NODE_OPTIONS: OLD,
    };
    const { code, err } = await runBin(['decode', VIN], { env });
    expect({ code, err }).toEqual({ code: 0, err: text ? expect.stringContaining(text) : '' });
  },
);
