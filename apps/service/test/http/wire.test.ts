import { connect } from 'node:net';
import { closeServer } from '@vehicle-lookup/toolkit/http';
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeAdmit, fakeCatalogue, fakeSource, MANY } from './fakes.ts';
import { type AppServer, paid, raw, responses, start } from './server.ts';

let server: AppServer;
const admit = fakeAdmit();
beforeAll(async () => {
  server = await start({ admit });
});

const request = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const right = request(`/api/?${paid('brands=1')}`);
const last = request(`/api/?${paid('brands=1')}`, 'Connection: close\r\n');

describe('invalid HTTP returns 400 with a documented error body', () => {
  test.each([
    ['a different protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['an invalid method', 'BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in lower case', `get /api/?${paid('brands=1')} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['an invalid version', 'GET /api/ HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a space in the URL', `GET /api/?${paid('brand=a b')}&models=1 HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header without a colon', request('/api/', 'nonsense\r\n')],
    ['two lengths', request('/api/', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
    ['a length and chunks', request('/api/', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ])('%s', async (_, bytes) => {
    const [response, ...others] = responses(await raw(server.port, bytes));
    expect(others).toEqual([]);
    expect(response?.status).toBe(400);
    expect(response?.head).toMatch(/^connection: close$/im);
    expect(response?.head).toMatch(/^cache-control: no-store$/im);
    expect(JSON.parse(response?.body ?? '')).toEqual({ success: false, message: 'This is not a valid HTTP request.' });
  });

  test('headers that are too long return 431', async () => {
    for (const bytes of [
      request('/api/', `X-Long: ${'x'.repeat(40_000)}\r\n`),
      request(`/api/?${'x'.repeat(40_000)}`),
    ]) {
      const [response] = responses(await raw(server.port, bytes));
      expect(response?.status).toBe(431);
      expect(JSON.parse(response?.body ?? '')).toEqual({ success: false, message: expect.any(String) });
    }
  });

  test('an invalid request is counted', async () => {
    expect(await server.metrics.text()).toMatch(/vehicle_lookup_events_total\{event="malformed-request"\} [1-9]/);
  });

  test('a client that disconnects is not counted', async () => {
    const count = async () =>
      /^vehicle_lookup_events_total\{event="malformed-request"\} (\d+)$/m.exec(await server.metrics.text())?.[1];
    const before = await count();
    const closed = new Promise((resolve) => {
      server.app.once('connection', (connection) => connection.once('close', resolve));
    });
    const socket = connect(server.port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.write('GET /api/', () => resolve()));
    socket.resetAndDestroy();
    await closed;
    expect(await count()).toBe(before);
  });
});

describe('the body of a request is not interpreted as a request', () => {
  const size = right.length.toString(16);
  const chunks = `${size}\r\n${right}\r\n0\r\n\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  test.each([
    ['a length', `Content-Length: ${right.length}\r\n`, right],
    ['a length that is a list', `Content-Length: ${right.length}, ${right.length}\r\n`, right],
    ['a length with a sign', `Content-Length: +${right.length}\r\n`, right],
    ['a length below zero', 'Content-Length: -1\r\n', right],
    ['a length of 2^64', 'Content-Length: 18446744073709551616\r\n', right],
    ['a length after a space', `Content-Length : ${right.length}\r\n`, right],
    ['a length of 0 and chunks', `Content-Length: 0\r\n${chunked}`, chunks],
    ['chunks', chunked, chunks],
    ['chunks in a different case', 'tRANSFER-eNCODING: CHUNKED\r\n', chunks],
    ['chunks twice', chunked + chunked, chunks],
    ['chunks within a list', 'Transfer-Encoding: chunked, identity\r\n', chunks],
    ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n', chunks],
    ['chunks after a tab', 'Transfer-Encoding:\tchunked\r\n', chunks],
    ['a size with 0x', chunked, `0x${chunks}`],
    ['a size that is too large', chunked, `ffffffffffffffff${chunks}`],
    ['a size with an extension', chunked, chunks.replace('\r\n', ';x="\r\n"\r\n')],
    ['a size that ends with LF', chunked, chunks.replace('\r\n', '\n')],
    ['a chunk that ends with LF', chunked, `${size}\r\n${right}\n0\r\n\r\n`],
    ['trailers', chunked, `${size}\r\n${right}\r\n0\r\nContent-Length: ${right.length}\r\n\r\n`],
    ['a folded header', `X-A: a\r\n Content-Length: ${right.length}\r\n${chunked}`, chunks],
  ])('%s', async (_, headers, body) => {
    // An invalid query and an incomplete body return 400. Only the request in the body would return 200.
    const outer = request(`/api/?${paid('models=1')}`, headers);
    const statuses = responses(await raw(server.port, outer + body, true)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});

describe('connections', () => {
  test('pipelined requests receive their responses in order', async () => {
    const second = request('/nowhere');
    const received = responses(await raw(server.port, right + second + last));
    expect(received.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('a valid request before invalid bytes receives its response first', async () => {
    const received = responses(await raw(server.port, `${right}${right}\x00nonsense\r\n\r\n`));
    expect(received.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test('the request target may be in absolute form, as in a request to a proxy', async () => {
    const line = `GET http://example.com/api?${paid('brands=1')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(responses(await raw(server.port, line)).map(({ status }) => status)).toEqual([200]);
  });

  test('non-ASCII characters must be encoded', async () => {
    const line = last.replace('brands=1', 'brand=Škoda&models=1');
    expect(responses(await raw(server.port, line)).map(({ status }) => status)).toEqual([400]);
  });

  test('HTTP/1.1 without Host returns 400 with a documented error body', async () => {
    const [response] = responses(await raw(server.port, last.replace('Host: x\r\n', '')));
    expect(response?.status).toBe(400);
    expect(response?.head).toMatch(/^cache-control: no-store$/im);
    expect(JSON.parse(response?.body ?? '')).toEqual({ success: false, message: expect.stringContaining('Host') });
  });

  test.each(['foo', '100-continue'])('the header Expect: %s does not affect the response', async (expectation) => {
    const bytes = last.replace('Host: x', `Host: x\r\nExpect: ${expectation}`);
    const received = (await raw(server.port, bytes)).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
    expect(responses(received).map(({ status }) => status)).toEqual([200]);
  });

  test('HTTP/1.0 is supported', async () => {
    const received = responses(await raw(server.port, `GET /api/?${paid('brands=1')} HTTP/1.0\r\n\r\n`));
    expect(received.map(({ status }) => status)).toEqual([200]);
  });

  describe('CONNECT', () => {
    const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n';

    test('CONNECT returns 405', async () => {
      const [response, ...others] = responses(await raw(server.port, `${tunnel}\x16\x03\x01`));
      expect(others).toEqual([]);
      expect(response?.status).toBe(405);
      expect(response?.head).toMatch(/^allow: GET, HEAD, OPTIONS$/im);
      expect(response?.head).toMatch(/^connection: close$/im);
      expect(JSON.parse(response?.body ?? '')).toEqual({ success: false, message: expect.any(String) });
    });

    test('CONNECT after a request in progress closes the connection', async () => {
      const long = await start({ catalogues: fakeSource(fakeCatalogue(100_000)) });
      await raw(long.port, request(`/api/?${paid(`vin=${MANY}&allCars=1`)}`) + tunnel);
      await expect.poll(() => long.metrics.text()).toContain('vehicle_lookup_requests_in_flight 0');
      await closeServer(long.app);
    });
  });

  test.each([
    ['TRACE /api/', { success: false, message: expect.any(String) }],
    ['OPTIONS *', { error: expect.any(String) }],
  ])('%s returns a documented error', async (line, expected) => {
    const received = await raw(server.port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    for (const { status, body } of responses(received)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(body)).toEqual(expected);
    }
  });

  test('an upgrade request is handled as a normal request', async () => {
    const bytes = last.replace('Connection: close', 'Connection: upgrade, close\r\nUpgrade: websocket');
    expect(responses(await raw(server.port, bytes)).map(({ status }) => status)).toEqual([200]);
  });

  test('an unexpected body does not affect the next request', async () => {
    const post = `POST /api/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 70000\r\n\r\n`;
    const received = responses(await raw(server.port, post + 'x'.repeat(70_000) + last));
    expect(received.map(({ status }) => status)).toEqual([405, 200]);
  });

  test('a client that disconnects immediately leaves no requests in progress', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
        socket.write(right, () => socket.destroy());
        await new Promise((resolve) => socket.once('close', resolve));
      }),
    );
    await expect.poll(() => server.metrics.text()).toContain('vehicle_lookup_requests_in_flight 0');
  });
});

describe('client addresses', () => {
  const forwarded = (given: string) => last.replace('Host: x', `Host: x\r\nX-Forwarded-For: ${given}`);

  test('X-Forwarded-For from an untrusted client is ignored', async () => {
    await raw(server.port, forwarded('203.0.113.9'));
    expect(admit.addresses.at(-1)).toBe('127.0.0.1');
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9, 127.0.0.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('X-Forwarded-For: %s from a trusted proxy results in the address %s', async (given, expected) => {
    const own = fakeAdmit();
    const proxied = await start({ trustProxy: ['127.0.0.0/8'], admit: own });
    await raw(proxied.port, forwarded(given));
    await closeServer(proxied.app);
    expect(own.addresses).toEqual([expected]);
  });
});
