import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { closedAddress, listen } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { NoVerdictError, type RunReport, type VerifyOptions, verifyContract } from '../../src/index.ts';
import { account, example, KEY, OPERATIONS, startService } from '../support/service.ts';

const smoke = (baseUrl: string, options: Partial<VerifyOptions> = {}): Promise<RunReport> =>
  verifyContract({ baseUrl, credentials: { user: 'u', key: KEY }, target: 'service', profile: 'smoke', ...options });

/** A short time limit for servers that never send a complete response. */
const IMPATIENT = { timeoutMs: 400 };

/** Runs the smoke profile against a server and closes the server afterwards. */
async function smokeOf(server: Server, scheme = 'http', options: Partial<VerifyOptions> = {}): Promise<RunReport> {
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));
  const { port, close } = await listen(server);
  try {
    return await smoke(`${scheme}://127.0.0.1:${port}`, options);
  } finally {
    await close();
  }
}

/** Creates a server that responds to every request with the given bytes. */
const raw = (...parts: (string | Buffer)[]): Server =>
  createRawServer((socket) =>
    socket.on('data', () => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part))))),
  );

const http = (listener: RequestListener): Server => createServer(listener);

/** The body of a valid response to the first request of a run. */
const body = Buffer.from(JSON.stringify({ ...example('decodeVin'), timestamp: '2025-01-01T00:00:00+00:00' }));
const goodResponse = (headers: string[], content: Buffer = body, status = '200 OK'): Buffer =>
  Buffer.concat([
    Buffer.from(
      [`HTTP/1.1 ${status}`, `content-length: ${content.length}`, 'connection: close', ...headers, '', ''].join('\r\n'),
    ),
    content,
  ]);
const JSON_TYPE = 'content-type: application/json';

async function failureOf(run: Promise<RunReport>): Promise<NoVerdictError> {
  const error = await run.catch((reason: unknown) => reason);
  if (error instanceof NoVerdictError) return error;
  throw error instanceof Error ? error : new Error('the run had a verdict');
}

test.each<[string, () => Server, string, Partial<VerifyOptions>?, string?]>([
  [
    'closes the connection',
    () => http((request) => void request.socket.destroy()),
    'the connection failed: it was closed before',
  ],
  ['sends an empty response', () => raw(''), 'the connection failed: it was closed before'],
  [
    'sends its body very slowly',
    () =>
      http((_, response) => {
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      }),
    'no complete response within 0.4 s',
    IMPATIENT,
  ],
  [
    'sends its headers very slowly',
    () =>
      createRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x: 1\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      }),
    'no complete response within 0.4 s',
    IMPATIENT,
  ],
  [
    'sends an endless body',
    () =>
      http((_, response) => {
        const more = (): void => {
          if (!response.destroyed && response.write(Buffer.alloc(1024 * 1024))) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      }),
    'a body of more than 8 MiB',
  ],
  [
    'sends endless headers',
    () => raw('HTTP/1.1 200 OK\r\n', `x: ${'a'.repeat(1000)}\r\n`.repeat(100)),
    'the connection failed: its headers are too long',
  ],
  [
    'closes the connection in the body',
    () =>
      http((_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
      }),
    'the connection failed: it was closed before',
  ],
  [
    'resets the connection in the body',
    () =>
      createRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{', () => socket.resetAndDestroy());
      }),
    'the connection failed: it was closed before',
  ],
  ['uses another protocol', () => raw('SSH-2.0-OpenSSH\r\n'), 'bytes that are not an HTTP response'],
  [
    'sends an invalid chunk size',
    () => raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    'bytes that are not an HTTP response',
  ],
  [
    'sends two lengths',
    () => raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
    'a body whose length differs from Content-Length',
  ],
  [
    'sends 100 although no request expects it',
    () => raw('HTTP/1.1 100 Continue\r\n\r\n', goodResponse([JSON_TYPE])),
    'status 100, which was not requested',
  ],
  ['does not support TLS', () => raw('HTTP/1.1 400 Bad Request\r\n\r\n'), 'the TLS handshake failed', {}, 'https'],
  [
    'has a self-signed certificate',
    () => createTlsServer(selfSigned()),
    'its certificate is not trusted; specify its certificate authority in NODE_EXTRA_CA_CERTS',
    {},
    'https',
  ],
])('a service that %s has no verdict, and the report states the reason', async (_, server, fault, options, scheme) => {
  const error = await failureOf(smokeOf(server(), scheme, options));
  expect(error.message).toMatch(new RegExp(`(does not respond: (the connection failed: )?|returned )${fault}`));
  expect(error.report).toMatchObject({ verdict: 'no verdict', exitCode: 2, failure: error.message });
  expect(error.report.requests.planned).toBe(OPERATIONS);
  expect(error.report.requests.spent).toBeLessThan(3);
  expect(JSON.stringify(error.report)).not.toContain('canary');
});

test.each([
  ['with a closed port', await closedAddress(), 'no process listens on this port (ECONNREFUSED)'],
  ['with a blocked port', 'http://127.0.0.1:25', 'web requests to this port are blocked'],
  ['with an unknown host name', 'http://no-such-host.invalid', /its host name cannot be resolved|no complete response/],
])('a base URL %s has no verdict, and the report states the reason', async (_, address, fault) => {
  const error = await failureOf(smoke(address, IMPATIENT));
  expect(error.message).toContain(`${address}/api/ does not respond: `);
  expect(error.message).toMatch(fault);
  expect(error.report).toMatchObject({ verdict: 'no verdict', exitCode: 2 });
  expect(error.report?.requests.spent).toBeLessThan(3);
});

describe('a finding is reported for a response with', () => {
  const codesOf = async (server: Server): Promise<string[]> => {
    const { findings, exitCode } = await smokeOf(server);
    expect(exitCode).toBe(1);
    return findings.filter(({ operation }) => operation === 'decodeVin').map(({ code }) => code);
  };
  const gzip = gzipSync(body);

  test.each<[string, () => Server, string[]]>([
    [
      'HTML',
      () => raw(goodResponse(['content-type: text/html'], Buffer.from('<h1>Hello</h1>'))),
      ['content-type', 'not-json'],
    ],
    [
      'a gzip header but an uncompressed body',
      () => raw(goodResponse([JSON_TYPE, 'content-encoding: gzip'])),
      ['content-encoding'],
    ],
    [
      'an encoding that was not requested',
      () => raw(goodResponse([JSON_TYPE, 'content-encoding: rot13'])),
      ['content-encoding', 'stale-response'],
    ],
    [
      'a truncated gzip body',
      () => raw(goodResponse([JSON_TYPE, 'content-encoding: gzip'], gzip.subarray(0, -20))),
      ['not-json'],
    ],
    ['a gzip body without Content-Encoding', () => raw(goodResponse([JSON_TYPE], gzip)), ['not-utf-8']],
    ['204 with a body', () => raw(goodResponse([JSON_TYPE], body, '204 No Content')), ['status']],
    ['a status that does not exist', () => raw(goodResponse([JSON_TYPE], body, '999 Well')), ['status']],
    ['an empty body', () => raw(goodResponse([JSON_TYPE], Buffer.alloc(0))), ['empty-body']],
    [
      'two media types',
      () => raw(goodResponse([JSON_TYPE, 'content-type: text/html'])),
      ['content-type', 'stale-response'],
    ],
  ])('%s', async (_, server, codes) => {
    expect(await codesOf(server())).toEqual(codes);
  });

  test('invalid HTTP, even if earlier responses of the service were valid', async () => {
    let first = true;
    const server = createRawServer((socket) =>
      socket.on('data', () => {
        socket.end(
          first
            ? goodResponse([JSON_TYPE])
            : Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
        );
        first = false;
      }),
    );
    const report = await smokeOf(server);
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        code: 'not-http',
        got: 'bytes that are not an HTTP response (Invalid character in chunk size)',
      }),
    );
    expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1 });
  });
});

test.each<[string, string[], Buffer]>([
  ['an early hint before the response', [], body],
  ['gzip', ['content-encoding: gzip'], gzipSync(body)],
])('%s is not a finding', async (_, headers, content) => {
  const hint = headers.length === 0 ? 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n' : '';
  const { findings } = await smokeOf(raw(hint, goodResponse([JSON_TYPE, ...headers], content)));
  expect(findings.filter(({ operation, fails }) => operation === 'decodeVin' && fails)).toEqual([]);
});

test('a redirect is not followed, because the key would be sent to its target', async () => {
  let followed = 0;
  const elsewhere = await startService((right) => {
    followed += 1;
    return right;
  });
  const redirect = http(
    (request, response) => void response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end(),
  );
  const report = await smokeOf(redirect);
  expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(['redirect', 'secret-echoed']));
  expect({ followed, exitCode: report.exitCode }).toEqual({ followed: 0, exitCode: 1 });
});

test('the run ends at the third request if all are rejected with 401', async () => {
  const service = await startService();
  const error = await failureOf(
    verifyContract({ baseUrl: service.url, credentials: { user: 'u', key: 'not-the-right-key' }, target: 'service' }),
  );
  expect(error.message).toBe(
    `${service.url}/api/ rejects the credentials: the first 3 valid requests returned 401; check --user and --key`,
  );
  expect(error.report).toMatchObject({
    verdict: 'no verdict',
    exitCode: 2,
    requests: { spent: 3, stopped: 'the credentials were rejected (401)' },
    findings: [],
  });
});

test('one operation that rejects the credentials is a finding, and the run continues', async () => {
  const service = await startService((right, { operation }) =>
    operation === 'decodeVin' ? { ...right, status: 401, body: { success: false, message: 'Who are you?' } } : right,
  );
  const options = {
    baseUrl: service.url,
    credentials: account,
    target: 'service',
    profile: 'smoke',
  } as const;
  const report = await verifyContract(options);
  expect(report).toMatchObject({ verdict: 'not conformant', requests: { spent: OPERATIONS } });
});

/** Creates a key and a self-signed certificate for localhost in PEM format, valid for a day. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('localhost')));
  const name = der(0x30, der(0x31, commonName));
  // X.509, section 4.1: version 3, serial number, algorithm, issuer, validity, subject, public key.
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(0x30, time(-1), time(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = der(0x30, content, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes an element in DER. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** Encodes the time a number of days from now as UTCTime. */
function time(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '');
  return der(0x17, Buffer.from(`${text.slice(2, 14)}Z`));
}
