import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { CANARY, canaryIn, closedAddress, type Listening, sendJson, serveHttp } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Mock, startMock } from '../src/index.ts';
import { examples, queryOf } from './document.ts';

const log: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let service: Listening;
let proxy: Mock;
let received: { url: string; method: string };

beforeAll(async () => {
  service = await serveHttp((request, response) => {
    received = { url: request.url ?? '', method: request.method ?? '' };
    answer(request, response);
  });
  proxy = await startMock({ upstream: new URL(service.address), log: (line) => log.push(line) });
});
afterAll(() => proxy.close());
beforeEach(() => {
  log.length = 0;
});

const send = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = (_, response) => sendJson(response, status, body, headers);
};
const bodyOf = (operation: string, name: string) =>
  structuredClone(examples.find((e) => e.operation === operation && e.name === name)?.body) as Record<string, unknown>;

async function ask(query: string, init: RequestInit = {}) {
  const credentials = new URLSearchParams({ user: 'u', key: CANARY });
  const response = await fetch(`${proxy.address}/api/?${credentials}&${query}`, { redirect: 'manual', ...init });
  const text = await response.text();
  const violations: string[] = JSON.parse(response.headers.get('x-contract-violations') ?? '[]');
  return { status: response.status, headers: [...response.headers], text, violations };
}

describe('a response that conforms to the selected operation is forwarded unchanged', () => {
  // A valid query may be rejected because of its credentials, the plan, the allowance or missing data.
  const valid = examples.filter(({ status }) => !['400', '500'].includes(status));
  test.each(valid)('$operation $status $name', async ({ operation, status, body }) => {
    send(body, Number(status), { 'x-request-id': 'r-1' });
    const { text, violations, headers, ...rest } = await ask(queryOf(operation));
    expect(rest.status).toBe(Number(status));
    expect(JSON.parse(text)).toEqual(body);
    expect(violations).toEqual([]);
    expect(headers).toContainEqual(['x-request-id', 'r-1']);
  });

  test('the CORS and Vary headers from the upstream are replaced with headers from the proxy', async () => {
    send(bodyOf('listBrands', 'full'), 200, {
      'access-control-allow-origin': 'https://foreign.example',
      vary: 'Cookie',
    });
    const { headers } = await ask('brands=1');
    expect(JSON.stringify(headers)).not.toMatch(/foreign\.example|Cookie/);
  });

  test('the query is forwarded unchanged to the API path', async () => {
    send(bodyOf('listBrands', 'full'));
    await ask('brands=1');
    expect(received).toEqual({
      url: `/api/?${new URLSearchParams({ user: 'u', key: CANARY })}&brands=1`,
      method: 'GET',
    });
  });
});

test.each<[string, Record<string, string>, string]>([
  ['X-Api-Key', { 'x-api-key': CANARY }, 'user=u&brands=1'],
  ['Authorization', { authorization: `Basic ${btoa(`u:${CANARY}`)}` }, 'brands=1'],
])('a valid response to credentials in %s has no violation', async (_, headers, query) => {
  send(bodyOf('listBrands', 'full'));
  const response = await fetch(`${proxy.address}/api/?${query}`, { headers });
  expect(response.headers.get('x-contract-violations')).toBeNull();
});

describe('a key in a header', () => {
  const key = 'vls_Canary+1234~5678';
  const basic = btoa(`u:${key}`);
  const upstreams: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['in its body', ({ headers }, r) => sendJson(r, 200, headers)],
    ['in a header', ({ headers }, r) => sendJson(r, 200, {}, { 'x-echo': JSON.stringify(headers) })],
    ['as a header name', (_, r) => sendJson(r, 200, {}, { [key]: '1' })],
    ['in base64 without padding', (_, r) => sendJson(r, 200, { a: basic.replace(/=+$/, ''), b: btoa(key) })],
    ['in the base64 of a longer string', (_, r) => sendJson(r, 200, { a: btoa(`user=u&key=${key}`) })],
    ['in UTF-16', (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from(key, 'utf16le'))],
  ];
  const credentials: [string, Record<string, string>][] = [
    ['X-Api-Key', { 'x-api-key': key }],
    ['a repeated X-Api-Key', { 'x-api-key': `other-key, ${key}` }],
    ['Authorization: Basic', { authorization: `Basic ${basic}` }],
    ['Authorization: Bearer', { authorization: `Bearer ${key}` }],
  ];
  const all = credentials.flatMap(([name, headers]) =>
    upstreams.map(([where, echo]) => ({ name, headers, where, echo })),
  );
  test.each(all)('a key in $name that an upstream repeats $where is masked', async ({ headers, echo }) => {
    answer = echo;
    const response = await fetch(`${proxy.address}/api/?user=u&brands=1`, { headers });
    const body = Buffer.from(await response.arrayBuffer());
    const text = JSON.stringify([[...response.headers], log, `${body}`, `${body}`.replaceAll('\0', '')]);
    const forms = [key, basic.replace(/=+$/, ''), btoa(key), btoa(`user=u&key=${key}`)];
    for (const form of forms) expect(text.toLowerCase()).not.toContain(form.toLowerCase());
  });
});

test('a body that contains the key in an encoding that cannot be masked returns 502 with the violations', async () => {
  send({ a: Buffer.from(CANARY).toString('hex').replace(/../g, '$& ') });
  const { status, text, violations } = await ask('brands=1');
  expect(status).toBe(502);
  expect(text).toContain('repeats the key in an encoding that cannot be masked');
  expect(violations[0]).toMatch(/^secret-echoed/);
});

describe('limits', () => {
  test('a body that exceeds 16 MiB when decompressed is not forwarded', async () => {
    const body = gzipSync(Buffer.alloc(17 * 2 ** 20, ' '));
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
    const { status, text } = await ask('brands=1');
    expect(status).toBe(502);
    expect(text).toContain(`The response from the upstream ${service.address} is longer than 16 MiB when decompressed`);
    expect(log).toEqual(['GET 502 upstream response too long']);
  });

  test('an endless body is not forwarded, and the upstream connection is closed', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_, response) => {
        const endless = new Readable({ read: () => endless.push(Buffer.alloc(2 ** 18)) });
        response.once('close', resolve);
        endless.pipe(response.writeHead(200));
      };
    });
    expect((await ask('brands=1')).status).toBe(502);
    await closed;
  });

  test('a response that is still incomplete at the timeout is not forwarded', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    answer = (_, response) => {
      response.writeHead(200).write('{');
      limit.abort(new DOMException('', 'TimeoutError'));
    };
    const { status, text } = await ask('brands=1');
    expect(status).toBe(504);
    expect(text).toContain('did not send a complete response within 28 s');
    expect(timeout).toHaveBeenCalledWith(28_000);
  });
});

describe('web pages', () => {
  const requestWith = (headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${proxy.address}/api/?user=u&key=k&brands=1`;
      httpRequest(url, { headers }, (response) => resolve(response.resume()))
        .on('error', reject)
        .end();
    });
  const allowed = async (headers: Record<string, string>) =>
    (await requestWith(headers)).headers['access-control-allow-origin'];

  test('a web page whose host name resolves to this machine cannot access the upstream', async () => {
    answer = () => expect.unreachable();
    for (const host of ['evil.example', 'evil.example:4010', 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect((await requestWith({ host })).statusCode, host).toBe(403);
    expect(log[0]).toBe('GET 403 foreign name in Host');
    send(bodyOf('listBrands', 'full'));
    for (const host of ['localhost:4010', 'mock.localhost', '127.1', '[::1]:4010', '0.0.0.0:4010', '192.168.1.5:4010'])
      expect((await requestWith({ host })).statusCode, host).toBe(200);
  });

  test('only web pages from this machine may read responses', async () => {
    send(bodyOf('listBrands', 'full'));
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(await allowed({ origin }), origin).toBe(origin);
    for (const origin of ['https://evil.example', 'http://203.0.113.5', 'http://localhost.evil.example', 'null'])
      expect(await allowed({ origin }), origin).toBeUndefined();
    expect(await allowed({ host: 'localhost:4010' })).toBeUndefined();
  });
});

test('hop-by-hop headers are not forwarded', async () => {
  let sent: IncomingMessage['headers'] = {};
  answer = (request, response) => {
    sent = request.headers;
    sendJson(response, 200, {}, { connection: 'x-hop', 'x-hop': '1', 'proxy-authenticate': 'Basic', 'x-end': '1' });
  };
  const headers = { connection: 'keep-alive, X-Hop', 'x-hop': '1', 'x-end': '1', te: 'trailers' };
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      headers: { ...headers, 'proxy-authorization': 'Basic cHJveHk6c2VjcmV0', 'proxy-connection': 'x' },
    };
    httpRequest(`${proxy.address}/api/?brands=1`, options, (response) => resolve(response.resume()))
      .on('error', reject)
      .end();
  });
  const names = ['x-hop', 'te', 'proxy-authorization', 'proxy-connection', 'proxy-authenticate'];
  expect(names.filter((name) => name in sent || name in received.headers)).toEqual([]);
  expect([sent['x-end'], received.headers['x-end']]).toEqual(['1', '1']);
});

describe('violations refer to the selected operation', () => {
  test('a body from a different operation is a violation', async () => {
    send(bodyOf('listBrands', 'full'));
    const { violations } = await ask(queryOf('getFluids'));
    expect(violations).toEqual([
      'schema /data/0/ItemMPText: expected the response of getFluids, got the response of listBrands to fluids=1 [endpoints.getFluids]',
    ]);
  });

  test('an object instead of a list is a violation', async () => {
    send(bodyOf('decodeVin', 'full'));
    expect((await ask(queryOf('decodeVinAll'))).violations).toEqual([
      'schema /data: expected an array in data, got an object with carId, vin, make, model, year, yearEnd, … [endpoints.decodeVinAll]',
    ]);
  });

  test('an undeclared status is a violation', async () => {
    send({ success: false, message: 'no' }, 503);
    expect((await ask('brands=1')).violations).toEqual([
      'status: expected status 200, got status 503 to a valid request [errors.200]',
    ]);
  });

  test.each([400, 500])('status %i for a valid query is a violation', async (status) => {
    send({ success: false, message: 'no' }, status);
    expect((await ask('brands=1')).violations).toEqual([
      `status: expected status 200, got status ${status} to a valid request [errors.200]`,
    ]);
  });

  test('an HTML body is a violation', async () => {
    send('<h1>Oops</h1>', 404, { 'content-type': 'text/html' });
    expect((await ask(queryOf('getFluids'))).violations).toEqual([
      'content-type content-type: expected content-type application/json, got text/html [endpoints.json]',
      'not-json: expected a JSON body, got a body that begins with "<h1>Oops</h1>" [endpoints.json]',
    ]);
  });

  test('a declared header with an invalid value is a violation', async () => {
    send({ success: false, message: 'no' }, 429, { 'retry-after': 'soon' });
    expect((await ask('brands=1')).violations).toEqual([
      'header retry-after: expected a Retry-After in seconds or as an HTTP date, got Retry-After: soon [assumption retry-after]',
    ]);
  });

  test('a redirect is a violation', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end();
    expect((await ask('brands=1')).violations).toEqual([
      'redirect location: expected status 200 at this URL, got status 302, with https://elsewhere.test in Location [service.2a]',
    ]);
  });

  test('an empty body is a violation', async () => {
    send('');
    expect((await ask('brands=1')).violations).toEqual([
      'empty-body: expected a JSON body, got an empty body [endpoints.json]',
    ]);
  });

  test('a successful response to an invalid query is a violation', async () => {
    send(bodyOf('listBrands', 'full'));
    expect((await ask('brands=1&models=1')).violations[0]).toBe(
      'status: expected status 400, got status 200 to a request with the selectors of two operations (brands=1 and models=1), with the response of listBrands [assumption several-selectors]',
    );
  });

  // No clause determines which rejection takes precedence.
  test.each([401, 500])('a query with the selectors of two operations may return %i', async (status) => {
    send({ success: false, message: 'no' }, status);
    expect((await ask('brands=1&models=1')).violations).toEqual([]);
  });

  test('violations that do not fit in the header are counted', async () => {
    const name = 'x'.repeat(1_850);
    send(`{"${name}":1,"${name}":2}`, 200, { 'content-type': 'text/plain' });
    const { violations } = await ask('brands=1');
    expect(violations.at(-1)).toMatch(/^and \d+ more$/);
  });

  test('the log contains each violation', async () => {
    send(bodyOf('decodeVin', 'full'));
    await ask(queryOf('decodeVinAll'));
    expect(log).toEqual([
      'GET 200 decodeVinAll\n  schema /data: expected an array in data, got an object with carId, vin, make, model, year, yearEnd, … [endpoints.decodeVinAll]',
    ]);
  });

  test('a response to HEAD is validated without a body', async () => {
    send(bodyOf('listBrands', 'full'));
    expect(await ask('brands=1', { method: 'HEAD' })).toMatchObject({ status: 200, text: '', violations: [] });
  });
});

describe('responses and logs do not contain the key', () => {
  const echo = (write: (request: IncomingMessage, response: ServerResponse) => void) => {
    answer = write;
  };
  test.each<[string, () => void]>([
    [
      'the upstream repeats the URL in its body',
      () => echo((q, r) => r.end(JSON.stringify({ url: q.url, key: CANARY }))),
    ],
    ['in a header', () => echo((q, r) => r.writeHead(200, { 'x-url': q.url ?? '' }).end('{}'))],
    ['in a redirect', () => echo((q, r) => r.writeHead(301, { location: `https://elsewhere.test${q.url}` }).end())],
    ['as a field name', () => send({ ...bodyOf('listBrands', 'full'), data: [{ [CANARY]: 1 }] })],
    ['with its slashes escaped', () => send(JSON.stringify({ k: CANARY }).replaceAll('/', '\\/'))],
    [
      'with every character escaped',
      () => send(`{"k":"${[...CANARY].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`),
    ],
    ['in base64', () => send(`"${btoa(CANARY)}"`)],
    ['the upstream sends broken JSON', () => echo((q, r) => r.end(`{"url": "${q.url}`))],
    ['the upstream breaks the connection', () => echo((_, r) => r.destroy())],
    [
      'the upstream ends the response in the middle',
      () => echo((q, r) => r.writeHead(200, { 'content-length': '999' }).end(`{"a":"${q.url}`, () => r.destroy())),
    ],
  ])('%s', async (_, provoke) => {
    provoke();
    const { headers, text } = await ask('brands=1');
    const everything = JSON.stringify([headers, text, log]);
    expect(canaryIn(everything)).toEqual([]);
    expect(everything.replaceAll('\\', '')).not.toContain(CANARY);
    expect(text.replace(/\\u([0-9a-f]{4})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))).not.toContain(CANARY);
  });

  test('a key with unnecessary percent-encoding is masked in its encoded form', async () => {
    echo((q, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: q.url })));
    const written = '%61bcdefgh1234';
    const response = await fetch(`${proxy.address}/api/?user=u&key=${written}&brands=1`);
    expect(await response.text()).not.toContain(written);
  });

  test('a repeated key is reported as a violation', async () => {
    echo((q, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: q.url })));
    expect((await ask('brands=1')).violations).toContain(
      'secret-echoed: expected a response that does not repeat the credentials, got the key in the body, at /url [authentication.1]',
    );
  });

  test('an unreachable upstream causes a 502 response without the key', async () => {
    const lines: string[] = [];
    const own = await startMock({ upstream: new URL(await closedAddress()), log: (line) => lines.push(line) });
    onTestFinished(() => own.close());
    const response = await fetch(`${own.address}/api/?${new URLSearchParams({ user: 'u', key: CANARY, brands: '1' })}`);
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(JSON.parse(text).message).toMatch(/did not respond \(ECONNREFUSED\)\. Check that it is running/);
    expect(canaryIn(text + lines.join())).toEqual([]);
  });
});

describe('a response without a body has no Content-Length', () => {
  test.each([
    ['HEAD', 200],
    ['GET', 304],
    ['GET', 204],
  ])('%s with status %i', async (method, status) => {
    answer = (_, response) => {
      const length = method === 'HEAD' ? { 'content-length': 9 } : {};
      response.writeHead(status, { 'content-type': 'application/json', ...length }).end();
    };
    const response = await ask(queryOf('getFluids'), { method, headers: { 'if-none-match': '"1"' } });
    expect(response.status).toBe(status);
    expect(response.headers.map(([name]) => name)).not.toEqual(expect.arrayContaining(['content-length']));
    expect(response.headers.map(([name]) => name)).not.toEqual(expect.arrayContaining(['transfer-encoding']));
  });
});

test('the proxy does not limit the URL length', async () => {
  send(bodyOf('listBrands', 'full'));
  expect((await ask(`brands=1&${'x'.repeat(3_000)}`)).status).toBe(200);
});
