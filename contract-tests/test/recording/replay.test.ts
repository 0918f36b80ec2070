import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { serveHttp, temporaryDirectory } from '@vehicle-lookup/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  NoVerdictError,
  type ReplayOptions,
  type RunReport,
  replayContract,
  type VerifyOptions,
  verifyContract,
} from '../../src/index.ts';
import { contract, contractBin, environmentOf, type ProgramResult } from '../support/command.ts';
import { account, example, inSuccess, KEY, type ServiceFault, startService, verifyWith } from '../support/service.ts';

const directory = temporaryDirectory();
afterEach(() => void vi.restoreAllMocks());

let files = 0;
const newFile = (): string => {
  files += 1;
  return join(directory, `${files}.har`);
};

/** Serialises a report, even of a run without a verdict. */
const bytesOf = (run: Promise<RunReport>): Promise<string> =>
  run
    .catch((error: unknown) => {
      if (error instanceof NoVerdictError) return error.report;
      throw error;
    })
    .then((report) => JSON.stringify(report));

/** Replays a recording without a network, a day later. */
function replay(file: string, options?: ReplayOptions): Promise<string> {
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
    throw new Error('the network is blocked');
  });
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('the network is blocked'));
  const tomorrow = Date.now() + 86_400_000;
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
  return bytesOf(replayContract(file, options)).finally(() => {
    expect(fetch).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
}

/** Returns the report of a run and the report of its replay. */
async function both(
  fault?: ServiceFault,
  options: Partial<VerifyOptions> = {},
  envelope = 'full',
): Promise<[string, string]> {
  const record = newFile();
  const live = await bytesOf(verifyWith(fault, envelope, { ...options, record }));
  expect(leaks(readFileSync(record, 'utf8'), [KEY])).toBe(false);
  return [live, await replay(record)];
}

const invalid =
  (text: string): ServiceFault =>
  (right) =>
    right.status === 200 ? { ...right, body: text } : right;

/** Services with different faults. */
const services: [
  sentence: string,
  fault: ServiceFault | undefined,
  options?: Partial<VerifyOptions>,
  envelope?: string,
][] = [
  ['is correct', undefined],
  ['uses another envelope', undefined, {}, 'simplified'],
  ['is correct, with every option', undefined, { assumptions: 'enforce', strict: true, seed: 7, budget: 80 }],
  [
    'has other accounts',
    undefined,
    { data: { missingVin: 'ZFA19900', forbidden: { user: 'u', key: 'second-canary' } } },
  ],
  ['omits a field', inSuccess('getVehicle', (body) => void delete body.data.make)],
  ['returns 201', inSuccess('getFluids', () => ({ status: 201 }))],
  ['returns HTML', (right) => ({ ...right, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' })],
  ['redirects', (right) => ({ ...right, status: 302, headers: { location: 'https://example.com/' } })],
  ['sends a byte order mark', (right) => ({ ...right, body: `\uFEFF${JSON.stringify(right.body)}` })],
  ['repeats a field', invalid('{"success":true,"success":true}')],
  ['has an incorrect clock', undefined, { now: () => Date.now() + 3_600_000 }],
  [
    'repeats the key',
    (right, { query }) => ({
      ...right,
      headers: { ...right.headers, 'x-key': `${query.get('key')}`.replaceAll('"', '') },
      body: { ...Object(right.body), [`${query.get('key')}`]: { key: query.get('key') } },
    }),
  ],
  [
    'repeats the key in an encoding that cannot be masked',
    (right, { query }) => ({ ...right, body: { hex: Buffer.from(`${query.get('key')}`).toString('hex') } }),
  ],
  [
    'accepts any key',
    (right, { operation }) =>
      right.status === 401 && operation ? { ...right, status: 200, body: example(operation) } : right,
  ],
  [
    'rejects the credentials',
    (right) => ({ ...right, status: 401, body: { success: false, message: 'Who are you?' } }),
  ],
  ['does not respond in one operation', (right, { operation }) => (operation === 'getFluids' ? 'silence' : right)],
  ['does not respond', () => 'silence'],
  [
    'has an exhausted allowance',
    (right, { operation }) =>
      operation === 'getVehicle' ? { ...right, status: 429, headers: { ...right.headers, 'retry-after': '0' } } : right,
  ],
];

describe('a replay without a network gives a byte-identical report for a service that', () => {
  test.each(services)('%s', async (_, fault, options, envelope) => {
    const [live, again] = await both(fault, options, envelope);
    expect(again).toBe(live);
  });

  test('stops responding during the run', async () => {
    let left = 7;
    const [live, again] = await both((right) => (left-- > 0 ? right : 'silence'));
    expect(JSON.parse(live).requests.stopped).toBe('the service stopped responding');
    expect(again).toBe(live);
  });

  test('rejects a burst of requests, without the pause of the run', async () => {
    let rejected = false;
    const [live, again] = await both((right) => {
      if (rejected) return right;
      rejected = true;
      return { ...right, status: 429, headers: { ...right.headers, 'retry-after': '1' } };
    });
    expect(JSON.parse(live)).toMatchObject({ requests: { spent: expect.any(Number) }, verdict: 'conformant' });
    expect(again).toBe(live);
  });
});

test('a replay judges the received bytes, even if they are not text', async () => {
  const server = await serveHttp((_, response) => {
    const body = Buffer.from('{"name":"Citro\u00ebn"}', 'latin1');
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const baseUrl = server.address;
  const record = newFile();
  const live = await bytesOf(
    verifyContract({ baseUrl, credentials: account, target: 'service', profile: 'smoke', record }),
  );
  await server.close();
  expect(JSON.parse(live).made[0].codes).toEqual(['not-utf-8']);
  expect(await replay(record)).toBe(live);
});

test('a replay with different options gives the same verdict as a run with these options', async () => {
  const fault: ServiceFault = (right) => ({ ...right, body: { ...Object(right.body), own: 1 } });
  const record = newFile();
  await verifyWith(fault, 'full', { profile: 'smoke', record });
  expect(JSON.parse(await replay(record))).toMatchObject({ verdict: 'conformant', strict: false });
  expect(JSON.parse(await replay(record, { strict: true }))).toMatchObject({ verdict: 'not conformant', strict: true });
});

/** Runs the command in a child process, where the network is blocked before any module is loaded. */
const offline = (args: string[], env: Record<string, string> = {}): Promise<ProgramResult> =>
  contractBin(args, { env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'no-network.mjs')}`, ...env } });

test('the replay command prints the report of the run and exits with the same code as the run', async () => {
  const { url, close } = await startService(inSuccess('getFluids', () => ({ status: 201 })));
  const record = newFile();
  const live = await verifyContract({ baseUrl: url, credentials: account, target: 'service', record });
  await close();
  expect(await offline(['replay', record, '--json'])).toEqual({
    code: 1,
    out: `${JSON.stringify(live, null, 2)}\n`,
    err: '',
  });
  expect((await offline(['verify'], environmentOf(url))).err).toContain('the connection failed');
});

let recorded: string | undefined;

/** Returns the recording of a smoke run as text. */
async function recording(): Promise<string> {
  if (recorded !== undefined) return recorded;
  const record = newFile();
  await verifyWith(undefined, 'full', { profile: 'smoke', record });
  recorded = readFileSync(record, 'utf8');
  return recorded;
}

// biome-ignore lint/suspicious/noExplicitAny: a file may be changed in any way
async function changed(change: (log: any) => void): Promise<string> {
  const har = JSON.parse(await recording());
  change(har.log);
  return JSON.stringify(har);
}

test('a recording from a different contract version is judged, and the report states both versions', async () => {
  const file = newFile();
  writeFileSync(
    file,
    await changed((log) => {
      log._run.contract.version = '99.1.0';
      log.entries.splice(3, 1);
      log.entries[0].request.url += '&other=1';
    }),
  );
  const report = JSON.parse(await replay(file));
  expect(report.notes).toEqual([
    expect.stringMatching(/^recorded with version 99\.1\.0 of the contract, judged by version \d/),
    expect.stringMatching(/^the recording has no response to GET \/api\/\?.*; GET/),
    '1 recorded responses match no request in this plan',
  ]);
  expect(report).toMatchObject({ verdict: 'incomplete', requests: { planned: 10, spent: 8 } });
});

test('the responses of an incomplete recording are judged', async () => {
  const text = await recording();
  const file = newFile();
  writeFileSync(file, text.replace(/"_whole":true/, '"_whole":false').replace(/,\n(?!.*,\n)\{.*\n\]/s, '\n]'));
  const report = JSON.parse(await replay(file));
  expect(report.requests.spent).toBeLessThan(10);
  expect(report.notes[0]).toBe('the recorded run was aborted: requests that it did not send are not observed');
});

const swapped = (entries: unknown[]) => entries.splice(2, 2, entries[3], entries[2]);
test.each<[string, () => string | Promise<string>, string]>([
  ['is not JSON', () => 'my notes', 'it is not JSON'],
  ['is empty', () => '', 'it is not JSON'],
  ['is truncated', async () => (await recording()).slice(0, 5000), 'it is not JSON, or is truncated'],
  ['is other JSON', () => '{"log": 5}', 'it is JSON, but not a HAR'],
  [
    'is a HAR file from a browser',
    () => '{"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[]}}',
    'it is a HAR file from another tool',
  ],
  [
    'has a newer format',
    () => changed((log) => (log._run.format = 2)),
    'it was written by a newer version of this suite',
  ],
  [
    'does not contain the seed',
    () => changed((log) => delete log._run.seed),
    'it does not state how the run was started',
  ],
  ['has an incomplete entry', () => changed((log) => delete log.entries[4].response.content), 'entry 5 is invalid'],
  [
    'has an invalid location of a secret',
    () => changed((log) => (log.entries[4].response._echoed = ['the body'])),
    'entry 5 is invalid',
  ],
  [
    'lacks an entry',
    () => changed((log) => log.entries.splice(4, 1)),
    'entry 6 is not the response|entry 5 is not the response',
  ],
  ['lacks the last entry', () => changed((log) => log.entries.pop()), 'the recording has no response to GET /api/'],
  ['has a duplicate entry', () => changed((log) => log.entries.push(log.entries[0])), 'entry 11 belongs to no request'],
  ['has its entries in a different order', () => changed((log) => swapped(log.entries)), 'entry 3 is not the response'],
  ['has no contract', () => changed((log) => (log._run.contract = null)), 'it does not state how the run was started'],
  [
    'has invalid past results',
    () => changed((log) => (log._run.past = [null])),
    'it does not state how the run was started',
  ],
  [
    'has an impossible start time',
    () => changed((log) => (log._started = 1e300)),
    'it does not state how the run was started',
  ],
  [
    'has an unknown profile',
    () => changed((log) => (log._run.profile = 'x')),
    'it does not state how the run was started',
  ],
  [
    'has a header that is null',
    () => changed((log) => (log.entries[4].response.headers = [null])),
    'entry 5 is invalid',
  ],
  [
    'has a body that is a number',
    () => changed((log) => (log.entries[4].response.content.text = 5)),
    'entry 5 is invalid',
  ],
  ['has an unknown fault', () => changed((log) => (log.entries[4].response._fault = 'odd')), 'entry 5 is invalid'],
])('a file that %s is rejected with a one-line message and exit code 2', async (_, make, line) => {
  const file = newFile();
  writeFileSync(file, await make());
  const { code, out, err } = await contract(['replay', file]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(new RegExp(`^vehicle-lookup-contract: replay: .*(${line}).*\n$`));
});

test('replay rejects a missing file and an unknown flag with a clear message', async () => {
  const none = join(directory, 'none');
  expect((await contract(['replay', none])).err).toContain(`replay: ${none} cannot be read (ENOENT)`);
  expect((await contract(['replay', 'x', '--seed', '2'])).err).toContain(
    'unknown flag "--seed"; expected one of --assumptions',
  );
});
