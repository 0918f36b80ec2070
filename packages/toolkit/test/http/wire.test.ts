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
    ['a different protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 400],
    ['an unknown method', 'BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method in lower case', 'get /api/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an unknown version', 'GET /api/ HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['a space in the URL', 'GET /api/?a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a header without a colon', request('/api/', 'nonsense\r\n'), 400],
    ['two Content-Length headers', request('/api/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
    [
      'a Content-Length with chunked encoding',
      request('/api/', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'),
      400,
    ],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), 400],
    ['headers that are too long', request('/api/', `X-Long: ${'x'.repeat(40_000)}\r\n`), 431],
    ['a URL that exceeds the header limit', request(`/api/?${'x'.repeat(40_000)}`), 431],
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

  test('an incomplete request is rejected after a timeout', async () => {
    const { port, server } = await start(() => ok);
    // Node.js checks for timeouts only every 30 s, so the test emits the event.
    server.once('connection', (socket) => {
      server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    });
    expect(responses(await raw(port, 'GET / HT')).map(({ status }) => status)).toEqual([408]);
  });
});

describe('a connection', () => {
  test('returns the responses to pipelined requests in order', async () => {
    const { port } = await start(() => ok);
    const received = responses(await raw(port, right + request('/nowhere') + last));
    expect(received.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('returns the responses to earlier requests before it rejects invalid HTTP', async () => {
    const response = gate<HttpResponse>();
    const { port, server } = await start(() => response.passed);
    server.once('clientError', () => response.pass(ok));
    const received = responses(await raw(port, `${right}${right}\x00nonsense\r\n\r\n`));
    expect(received.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test.each(['foo', '100-continue'])('ignores the expectation %s', async (expectation) => {
    const { port } = await start(() => ok);
    const received = await raw(port, last.replace('Host: x', `Host: x\r\nExpect: ${expectation}`));
    const statuses = responses(received.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).map(({ status }) => status);
    expect(statuses).toEqual([200]);
  });

  test('ignores an upgrade', async () => {
    const { port } = await start(() => ok);
    const asked = last.replace('Connection: close', 'Connection: upgrade, close\r\nUpgrade: websocket');
    expect(responses(await raw(port, asked)).map(({ status }) => status)).toEqual([200]);
  });
});

describe('CONNECT', () => {
  const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n';

  test('is rejected as an unsupported method', async () => {
    const { port } = await start(() => ok);
    const [response, ...others] = responses(await raw(port, `${tunnel}\x16\x03\x01`));
    expect(others).toEqual([]);
    expect(response?.status).toBe(405);
    expect(response?.head).toMatch(/^allow: GET, HEAD, OPTIONS$/im);
    expect(JSON.parse(response?.body ?? '')).toEqual(error);
  });

  test('closes the connection if an earlier response is still in progress', async () => {
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

  test('has common headers, its own headers, the default content type and a length in bytes', async () => {
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

  test('may replace common headers', async () => {
    const received = await get({ ...ok, headers: { 'cache-control': 'max-age=1', 'content-type': 'text/plain' } });
    expect(received.match(/cache-control: .*/g)).toEqual(['cache-control: max-age=1']);
    expect(received.match(/content-type: .*/g)).toEqual(['content-type: text/plain']);
  });

  test('with a body in parts is sent in chunks', async () => {
    expect(await get({ ...ok, body: parts() })).toMatch(/\r\n\r\n5\r\n\{"a":\r\n2\r\n1\}\r\n0\r\n\r\n$/);
  });

  test('to HEAD has the same headers but no body', async () => {
    const date = /date: .*\r\n/i;
    const [head = ''] = (await get(ok)).split('\r\n\r\n');
    expect((await get(ok, 'HEAD')).replace(date, '')).toBe(`${head}\r\n\r\n`.replace(date, ''));
    expect(await get({ ...ok, body: parts() }, 'HEAD')).toMatch(/\r\n\r\n$/);
  });

  test('without a body has no content headers', async () => {
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
