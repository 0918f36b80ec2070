import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpResponse } from '../../src/http/index.ts';
import { gate, raw, responses, start, table } from './front.ts';

const error = { ...table.error.fixed, [table.error.text]: expect.any(String) };
const ok: HttpResponse = { status: 200, headers: { 'x-own': '1' }, body: '{"a":"ä"}' };
const request = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const right = request(`${table.path}?a=1`);
const last = request(`${table.path}?a=1`, 'Connection: close\r\n');

describe('invalid HTTP returns the error body', () => {
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 400],
    ['an unknown method', 'BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method in lower case', 'get /api/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an unknown version', 'GET /api/ HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['a space in the address', 'GET /api/?a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a header without a colon', request('/api/', 'nonsense\r\n'), 400],
    ['two lengths', request('/api/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
    ['a length and chunks', request('/api/', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'), 400],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), 400],
    ['headers that are too long', request('/api/', `X-Long: ${'x'.repeat(40_000)}\r\n`), 431],
    ['an address that is longer than the headers may be', request(`/api/?${'x'.repeat(40_000)}`), 431],
    ['HTTP/1.1 without a host', 'GET /api/ HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const { port } = await start(() => ok);
    const [response, ...others] = responses(await raw(port, bytes));
    expect(others).toEqual([]);
    expect(response?.status).toBe(status);
    expect(response?.head).toMatch(/^connection: close$/im);
    expect(response?.head).toMatch(/^cache-control: no-store$/im);
    expect(JSON.parse(response?.body ?? '')).toEqual(error);
  });

  test('a request that does not end is rejected in time', async () => {
    const { port, server } = await start(() => ok);
    // Node.js checks every 30 s and then raises this event.
    server.once('connection', (socket) => {
      server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    });
    expect(responses(await raw(port, 'GET / HT')).map(({ status }) => status)).toEqual([408]);
  });
});

describe('connections', () => {
  test('pipelined requests get their responses in order', async () => {
    const { port } = await start(() => ok);
    const received = responses(await raw(port, right + request('/nowhere') + last));
    expect(received.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('a request before invalid HTTP gets its response first', async () => {
    const response = gate<HttpResponse>();
    const { port, server } = await start(() => response.passed);
    server.once('clientError', () => response.pass(ok));
    const received = responses(await raw(port, `${right}${right}\x00nonsense\r\n\r\n`));
    expect(received.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test.each(['foo', '100-continue'])('the expectation %s has no effect', async (expectation) => {
    const { port } = await start(() => ok);
    const received = await raw(port, last.replace('Host: x', `Host: x\r\nExpect: ${expectation}`));
    const statuses = responses(received.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).map(({ status }) => status);
    expect(statuses).toEqual([200]);
  });

  test('an upgrade is ignored', async () => {
    const { port } = await start(() => ok);
    const asked = last.replace('Connection: close', 'Connection: upgrade, close\r\nUpgrade: websocket');
    expect(responses(await raw(port, asked)).map(({ status }) => status)).toEqual([200]);
  });
});

describe('CONNECT', () => {
  const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n';

  test('is an unsupported method', async () => {
    const { port } = await start(() => ok);
    const [response, ...others] = responses(await raw(port, `${tunnel}\x16\x03\x01`));
    expect(others).toEqual([]);
    expect(response?.status).toBe(405);
    expect(response?.head).toMatch(/^allow: GET, HEAD, OPTIONS$/im);
    expect(JSON.parse(response?.body ?? '')).toEqual(error);
  });

  test('after a request whose response is still in progress ends the connection', async () => {
    const response = gate<HttpResponse>();
    onTestFinished(() => response.pass(ok));
    const { port } = await start(() => response.passed);
    expect(await raw(port, right + tunnel)).toBe('');
  });
});

describe('a response', () => {
  const parts = async function* () {
    yield '{"a":';
    yield '1}';
  };
  const get = async (response: HttpResponse, method = 'GET') => {
    const { port } = await start(() => response);
    return raw(port, last.replace('GET', method));
  };

  test('has the headers of every response, its own, the default content type and a length in bytes', async () => {
    const received = await get(ok);
    for (const line of [
      'cache-control: no-store',
      'x-own: 1',
      'content-type: application/json',
      'content-length: 10',
    ]) {
      expect(received).toContain(`${line}\r\n`);
    }
    expect(received).toMatch(/\r\n\r\n\{"a":"ä"\}$/);
  });

  test('may replace the headers of every response', async () => {
    const received = await get({ ...ok, headers: { 'cache-control': 'max-age=1', 'content-type': 'text/plain' } });
    expect(received.match(/cache-control: .*/g)).toEqual(['cache-control: max-age=1']);
    expect(received.match(/content-type: .*/g)).toEqual(['content-type: text/plain']);
  });

  test('in parts is sent in chunks', async () => {
    expect(await get({ ...ok, body: parts() })).toMatch(/\r\n\r\n5\r\n\{"a":\r\n2\r\n1\}\r\n0\r\n\r\n$/);
  });

  test('to HEAD has the same headers and no body', async () => {
    const date = /date: .*\r\n/i;
    const [head = ''] = (await get(ok)).split('\r\n\r\n');
    expect((await get(ok, 'HEAD')).replace(date, '')).toBe(`${head}\r\n\r\n`.replace(date, ''));
    expect(await get({ ...ok, body: parts() }, 'HEAD')).toMatch(/\r\n\r\n$/);
  });

  test('without a body has neither a type nor a length', async () => {
    const received = await get({ status: 204, headers: {}, body: undefined });
    expect(received).not.toMatch(/content-/i);
  });
});

test('a client that disconnects immediately does not affect other clients', async () => {
  const { port } = await start(() => ok);
  for (let count = 0; count < 20; count++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(right, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect(responses(await raw(port, last)).map(({ status }) => status)).toEqual([200]);
});
