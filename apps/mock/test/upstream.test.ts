import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../src/index.ts';
import { parseUpstream } from '../src/upstream.ts';
import { examples, queryOf } from './document.ts';

const KEY = 'cAnArY/+7f3e 9';
const log: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let service: Server;
let proxy: Mock;
let seen: { url: string; method: string };

beforeAll(async () => {
  service = createServer((request, response) => {
    seen = { url: request.url ?? '', method: request.method ?? '' };
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  proxy = await startMock({ upstream: parseUpstream(`http://127.0.0.1:${port}/api/`), log: (line) => log.push(line) });
});
afterAll(async () => {
  await proxy.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  log.length = 0;
});

const send = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};
const bodyOf = (operation: string, name: string) =>
  structuredClone(examples.find((e) => e.operation === operation && e.name === name)?.body) as Record<string, unknown>;

async function ask(query: string, init: RequestInit = {}) {
  const credentials = new URLSearchParams({ user: 'u', key: KEY });
  const response = await fetch(`${proxy.address}/api/?${credentials}&${query}`, { redirect: 'manual', ...init });
  const text = await response.text();
  const violations: string[] = JSON.parse(response.headers.get('x-contract-violations') ?? '[]');
  return { status: response.status, headers: [...response.headers], text, violations };
}

describe('an answer that keeps the selected operation passes unchanged', () => {
  test.each(examples)('$operation $status $name', async ({ operation, status, body }) => {
    send(body, Number(status), { 'x-request-id': 'r-1' });
    const { text, violations, headers, ...rest } = await ask(queryOf(operation));
    expect(rest.status).toBe(Number(status));
    expect(JSON.parse(text)).toEqual(body);
    expect(violations).toEqual([]);
    expect(headers).toContainEqual(['x-request-id', 'r-1']);
  });

  test('the query arrives as it was sent, at the path of the document', async () => {
    send(bodyOf('listBrands', 'full'));
    await ask('brands=1');
    expect(seen).toEqual({ url: `/api/?${new URLSearchParams({ user: 'u', key: KEY })}&brands=1`, method: 'GET' });
  });
});

describe('violations are those of the selected operation', () => {
  test("another operation's body", async () => {
    send(bodyOf('listBrands', 'full'));
    const { violations } = await ask(queryOf('getFluids'));
    expect(violations).toContain('/data/0/ItemMPText: expected a value, got nothing');
  });

  test('an object where the operation has a list', async () => {
    send(bodyOf('decodeVin', 'full'));
    expect((await ask(queryOf('decodeVinAll'))).violations).toEqual(['/data: expected an array, got an object']);
  });

  test('an undeclared status', async () => {
    send({ success: false, message: 'no' }, 503);
    expect((await ask('brands=1')).violations).toEqual([
      'the body: expected a declared status (200, 400, 401, 404, 429, 500), got another status',
    ]);
  });

  test('HTML', async () => {
    send('<h1>Oops</h1>', 500, { 'content-type': 'text/html' });
    expect((await ask('brands=1')).violations).toEqual([
      'the content type: expected application/json, got another',
      'the body: expected JSON, got other text',
    ]);
  });

  test('an empty body', async () => {
    send('');
    expect((await ask('brands=1')).violations).toEqual(['the body: expected JSON, got nothing']);
  });

  test('a wrong query that is answered as if it were right', async () => {
    send(bodyOf('listBrands', 'full'));
    expect((await ask('brands=1&models=1')).violations[0]).toBe(
      'the status: expected 400 (several-selectors), got 200',
    );
  });

  test.each([401, 500])('a wrong query may be answered %i: it comes before, or at any time', async (status) => {
    send({ success: false, message: 'no' }, status);
    expect((await ask('brands=1&models=1')).violations).toEqual([]);
  });

  test('more violations than a header can carry are counted', async () => {
    send({ ...bodyOf('listBrands', 'full'), data: Array.from({ length: 500 }, () => ({})) });
    const { violations } = await ask('brands=1');
    expect(violations.at(-1)).toMatch(/^and \d+ more$/);
  });

  test('each stands in the log as well', async () => {
    send(bodyOf('decodeVin', 'full'));
    await ask(queryOf('decodeVinAll'));
    expect(log).toEqual(['GET 200 decodeVinAll\n  /data: expected an array, got an object']);
  });

  test('HEAD is judged without its body', async () => {
    send(bodyOf('listBrands', 'full'));
    expect(await ask('brands=1', { method: 'HEAD' })).toMatchObject({ status: 200, text: '', violations: [] });
  });
});

/** The key as it may be written somewhere. */
const traces = [KEY, encodeURIComponent(KEY), new URLSearchParams({ k: KEY }).toString().slice(2), btoa(KEY)];

describe('the key is in no answer and in no log', () => {
  const echo = (write: (request: IncomingMessage, response: ServerResponse) => void) => {
    answer = write;
  };
  test.each<[string, () => void]>([
    [
      'the upstream repeats the address in its body',
      () => echo((q, r) => r.end(JSON.stringify({ url: q.url, key: KEY }))),
    ],
    ['in a header', () => echo((q, r) => r.writeHead(200, { 'x-url': q.url ?? '' }).end('{}'))],
    ['in a redirect', () => echo((q, r) => r.writeHead(301, { location: `https://elsewhere.test${q.url}` }).end())],
    ['as the name of a member', () => send({ ...bodyOf('listBrands', 'full'), data: [{ [KEY]: 1 }] })],
    ['with its slashes escaped', () => send(JSON.stringify({ k: KEY }).replaceAll('/', '\\/'))],
    [
      'with every character escaped',
      () => send(`{"k":"${[...KEY].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`),
    ],
    ['in base64', () => send(`"${btoa(KEY)}"`)],
    ['the upstream sends broken JSON', () => echo((q, r) => r.end(`{"url": "${q.url}`))],
    ['the upstream breaks the connection', () => echo((_, r) => r.destroy())],
    [
      'the upstream breaks off in the middle',
      () => echo((q, r) => r.writeHead(200, { 'content-length': '999' }).end(`{"a":"${q.url}`, () => r.destroy())),
    ],
  ])('%s', async (_, provoke) => {
    provoke();
    const { headers, text } = await ask('brands=1');
    const everything = JSON.stringify([headers, text, log]);
    for (const trace of traces) expect(everything).not.toContain(trace);
    expect(everything.replaceAll('\\', '')).not.toContain(KEY);
    expect(text.replace(/\\u([0-9a-f]{4})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))).not.toContain(KEY);
  });

  test('a key that was encoded needlessly is masked as it was written', async () => {
    echo((q, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: q.url })));
    const written = '%61bcdefgh1234';
    const response = await fetch(`${proxy.address}/api/?user=u&key=${written}&brands=1`);
    expect(await response.text()).not.toContain(written);
  });

  test('an echo is reported', async () => {
    echo((q, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: q.url })));
    expect((await ask('brands=1')).violations).toContain('the answer repeats a secret of the request (masked here)');
  });

  test('the upstream is gone', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const lines: string[] = [];
    const lonely = await startMock({ upstream: new URL(`http://127.0.0.1:${port}`), log: (line) => lines.push(line) });
    const response = await fetch(`${lonely.address}/api/?${new URLSearchParams({ user: 'u', key: KEY, brands: '1' })}`);
    const text = await response.text();
    await lonely.close();
    expect(response.status).toBe(502);
    expect(JSON.parse(text).message).toMatch(/gave no answer \(ECONNREFUSED\)\. Is it running/);
    for (const trace of traces) expect(text + lines.join()).not.toContain(trace);
  });
});

describe('the base address', () => {
  test.each([
    ['http://h', 'http://h/'],
    ['http://h/', 'http://h/'],
    ['http://h/api', 'http://h/'],
    ['http://h/api/', 'http://h/'],
    ['https://h/v2/api/', 'https://h/v2'],
    ['http://api', 'http://api/'],
  ])('%s', (text, href) => expect(parseUpstream(text).href).toBe(href));

  test.each(['h', 'localhost:4000', 'ftp://h', 'http://u:p@h', 'http://h/?key=x', 'http://h/#x', ''])(
    '%j is refused without being repeated',
    (text) => {
      expect(() => parseUpstream(text)).toThrow(/expected a base address such as/);
    },
  );
});
