import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bin,
  closedAddress,
  type ProgramResult,
  runShell,
  sendJson,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { milliseconds } from '../src/options.ts';
import { account, runCli, startCli } from './support/program.ts';
import { serve, vehicle } from './support/service.ts';

const mock = await startMock();
const VIN = 'WVWZZZ1KZAW000001';

/** Expects a single line on standard error and no other output. */
function expectError({ code, out, err }: ProgramResult, exit: number, ...texts: string[]): void {
  expect({ code, out, err }).toEqual({ code: exit, out: '', err: expect.stringMatching(/^vehicle-lookup: .+\n$/) });
  for (const text of texts) expect(err).toContain(text);
}

describe('every operation prints a result', () => {
  test.each([
    [['decode', VIN], 'Golf VI'],
    [['decode-all', VIN], 'Golf VI'],
    [['vehicle', '25573'], 'Golf VI'],
    [['fluids', '25573'], 'Engine oil'],
    [['parts', '25573'], '03L 115 562'],
    [['times', '25573'], 'Timing belt'],
    [['brands'], 'ГАЗ'],
    [['models', 'volkswagen'], 'golf-vi'],
    [['variants', 'volkswagen', 'golf-vi'], '2.0 TDI 4motion'],
    [['engines', VIN], 'CBAB'],
    [['listBrands'], 'Škoda'],
  ])('%j, as a table and as JSON', async (args, text) => {
    const [table, json, raw] = await Promise.all(
      [[], ['--json'], ['--raw']].map((more) => runCli([...args, ...more], { env: account(mock.address) })),
    );
    expect(table).toMatchObject({ code: 0, err: '', out: expect.stringContaining(text) });
    expect(JSON.stringify(JSON.parse(json?.out ?? ''))).toContain(text);
    expect(JSON.parse(raw?.out ?? '')).toMatchObject({ success: true, api_version: '2.0', data: expect.anything() });
  });
});

test('output to a pipe does not contain escape sequences', async () => {
  const { out, err } = await runCli(['brands'], {
    env: { ...account(mock.address), FORCE_COLOR: '1', TERM: 'xterm-256color' },
  });
  expect(out + err).not.toContain('\u001b');
});

test('a VIN may be in lower case and surrounded by spaces', async () => {
  expect(await runCli(['decode', ` ${VIN.toLowerCase()} `], { env: account(mock.address) })).toMatchObject({ code: 0 });
});

test('URL and user can be passed as flags, and the key can be passed in a file', async () => {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, 'key-of-the-file\n');
  const { address: own, queries } = await serve((_, response) => sendJson(response, 200, vehicle('Golf')));
  const { code } = await runCli(['decode', VIN, '--base-url', own, '--user', 'me', '--key-file', file], {
    env: account('http://127.0.0.1:1'),
  });
  expect(code).toBe(0);
  expect(queries.map((query) => [query.get('user'), query.get('key')])).toEqual([['me', 'key-of-the-file']]);
});

test('values that could not be parsed are reported on standard error', async () => {
  const body = { ...(vehicle('Golf') as object), data: { carId: 1, make: 'VW', model: 'Golf', valves: 'many' } };
  const { address: own } = await serve((_, response) => sendJson(response, 200, body));
  const { code, out, err } = await runCli(['decode', VIN, '--json'], { env: account(own) });
  expect({ code, data: JSON.parse(out) }).toMatchObject({ code: 0, data: { model: 'Golf' } });
  expect(err).toBe(
    'vehicle-lookup: values that could not be parsed are omitted (--raw shows all values): /data/valves (expected a number)\n',
  );
});

test('--raw prints a body that cannot be parsed, and reports an invalid value', async () => {
  const body = { success: true, data: { carId: 'none', more: [] } };
  const { address: own, queries } = await serve((_, response) => sendJson(response, 200, body));
  const { code, out, err } = await runCli(['decode', VIN.toLowerCase(), '--raw'], { env: account(own) });
  expect({ code, body: JSON.parse(out), err }).toEqual({ code: 0, body, err: '' });
  expect(queries.map((query) => query.get('vin'))).toEqual([VIN]);
  expectError(await runCli(['decode', 'SHORT', '--raw'], { env: account(own) }), 2, 'vin: expected');
});

test('--raw prints numbers with double precision', async () => {
  const { address: own } = await serve((_, response) => sendJson(response, 200, '{"data":12345678901234567890}'));
  const { out } = await runCli(['decode', VIN, '--raw'], { env: account(own) });
  expect(out).toBe('{\n  "data": 12345678901234567000\n}\n');
});

test('JSON output does not contain terminal control characters, but preserves every string', async () => {
  const model = 'a\u001b[2Jb\u009b31mc\u007f\u202ed\u2066e\nГАЗ 🚗';
  const { address: own } = await serve((_, response) => sendJson(response, 200, vehicle(model)));
  for (const args of [
    ['decode', VIN, '--json'],
    ['decode', VIN, '--raw'],
    ['decode', '--from', '-'],
  ]) {
    const { out } = await runCli(args, { env: account(own), input: VIN });
    expect(out).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(model));
  }
});

test('control characters in a service message are replaced, and the next step remains visible', async () => {
  const message = 'a\u001b[2Jb\u009b31mc\u0007\u202ed\ne';
  const { address: own } = await serve((_, response) => sendJson(response, 401, { success: false, message }));
  for (const args of [
    ['decode', VIN],
    ['decode', '--from', '-'],
  ]) {
    const { err } = await runCli(args, { env: account(own), input: VIN });
    expect(err).toMatch(/^vehicle-lookup: .*a \[2Jb 31mc d e.* Check the credentials\..*\n$/);
    expect(err.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  }
});

test('a wait before the next attempt is announced', async () => {
  let left = 1;
  const { address: own } = await serve((_, response) =>
    left-- > 0
      ? sendJson(response, 429, { success: false }, { 'retry-after': '1' })
      : sendJson(response, 200, vehicle('Golf')),
  );
  const { code, err } = await runCli(['decode', VIN], { env: account(own) });
  expect({ code, err }).toEqual({
    code: 0,
    err: 'vehicle-lookup: rate_limited: retrying in 1 s; --retries 0 disables retries\n',
  });
});

describe('an invalid command line exits with 2 without a request', () => {
  test.each([
    [
      ['decode', 'WVWZZZ1KZAW00000O'],
      ['vin: expected 8 to 17 characters', 'got "O" at position 17; I, O and Q are not used'],
    ],
    [
      ['decode', 'SHORT'],
      ['vin', '8'],
    ],
    [['models', ''], ['BRAND: expected a value, got an empty string']],
    [['fluids', 'abc'], ['carId: expected an integer from 1 to 9007199254740991, got string of 3 characters']],
    [['fluids', '0'], ['carId: expected']],
    [['fluids', '9007199254740993'], ['carId: expected']],
    [['fluids', '1e3'], ['carId: expected']],
    [['decod', VIN], ['did you mean decode?']],
    [
      ['decode', VIN, '--key', 'abc'],
      ['VEHICLE_LOOKUP_KEY', '--key-file FILE'],
    ],
    [['decode', VIN, '--timeout', 'long'], ['--timeout: expected a number from 0 to 2147483, got "long"']],
    [['decode', VIN, '--retries', '1.5'], ['--retries: expected a whole number from 0 to 10, got "1.5"']],
    [['decode', '--from', 'list.txt', '--concurrency', '0'], ['--concurrency: expected a whole number from 1 to 64']],
    [
      ['decode', '--from', '/no/such/list.txt'],
      ['--from: /no/such/list.txt: it does not exist', '(ENOENT)', 'one value per line'],
    ],
  ])('%j', async (args, words) => {
    const { address: own, queries } = await serve((_, response) => sendJson(response, 200, vehicle('Golf')));
    expectError(await runCli(args, { env: account(own) }), 2, ...words);
    expect(queries).toEqual([]);
  });

  test.each(['VEHICLE_LOOKUP_BASE_URL', 'VEHICLE_LOOKUP_USER', 'VEHICLE_LOOKUP_KEY'])('without %s', async (name) => {
    const missing = await runCli(['brands'], { env: { ...account(mock.address), [name]: '' } });
    expectError(missing, 2, name, 'is missing', 'vehicle-lookup login');
  });

  test('with a URL without a scheme', async () => {
    expectError(await runCli(['brands'], { env: account('vehicles.example.com') }), 2, '--base-url: expected a URL');
  });

  test.each([
    ['that is empty', '', 'found nothing'],
    ['that contains two words', 'two words', 'found several words'],
    ['that is too long', 'x'.repeat(10_000), 'found more than 4096 bytes'],
  ])('with a key file %s', async (_, content, text) => {
    const file = join(temporaryDirectory(), 'key');
    writeFileSync(file, content);
    expectError(await runCli(['brands', '--key-file', file], { env: account(mock.address) }), 2, '--key-file', text);
  });

  test.skipIf(process.platform === 'win32')('with an endless key file', async () => {
    const given = ['brands', '--key-file', '/dev/zero'];
    expectError(await runCli(given, { env: account(mock.address) }), 2, '--key-file', 'found more than 4096 bytes');
  });

  test('with a key file that does not exist', async () => {
    expectError(
      await runCli(['brands', '--key-file', '/no/such'], { env: account(mock.address) }),
      2,
      '--key-file',
      'ENOENT',
    );
  });
});

describe('a service error is printed on one line with its code', () => {
  const month = { 'retry-after': '2592000' };
  test.each<[number, object, Record<string, string>, number, string]>([
    [400, {}, {}, 1, 'bad_request'],
    [401, {}, {}, 5, 'unauthorized'],
    [403, {}, {}, 5, 'forbidden_by_plan'],
    [404, {}, {}, 6, 'not_found'],
    [429, {}, month, 3, 'quota_exhausted'],
    [500, {}, {}, 1, 'server'],
    [200, { success: false }, {}, 1, 'rejected'],
    [200, { data: 'none' }, {}, 1, 'invalid_response'],
  ])('status %i with %j', async (status, more, headers, exit, code) => {
    const body = { success: status === 200, message: 'no luck today', ...more };
    const { address: own, queries } = await serve((_, response) => sendJson(response, status, body, headers));
    const outcome = await runCli(['decode', VIN, '--retries', '0'], { env: account(own) });
    expectError(outcome, exit, `vehicle-lookup: ${code}: `, ...(code === 'invalid_response' ? [] : ['no luck today']));
    expect(queries).toHaveLength(1);
  });

  test('a persistent rate limit returns exit code 3', async () => {
    const { address: own } = await serve((_, response) =>
      sendJson(response, 429, { success: false, message: 'slower' }, { 'retry-after': '0' }),
    );
    expectError(await runCli(['decode', VIN], { env: account(own) }), 3, 'rate_limited');
  });

  test('an HTML response is an error', async () => {
    const { address: own } = await serve((_, response) =>
      sendJson(response, 200, '<p>hello', { 'content-type': 'text/html' }),
    );
    expectError(await runCli(['decode', VIN], { env: account(own) }), 1, 'invalid_response');
  });

  test('a service that is not running causes an error with its URL', async () => {
    const closed = await closedAddress();
    const outcome = await runCli(['decode', VIN, '--retries', '0'], { env: account(closed) });
    expectError(
      outcome,
      1,
      'network: decodeVin: no answer: ECONNREFUSED.',
      `Check --base-url (${closed}) and the network`,
    );
  });

  test.each(['--json', '--raw'])(
    'with %s, the error for a broken connection contains the code, the flag and the possible cost',
    async (flag) => {
      const { address: own } = await serve((_, response) => response.destroy());
      const { code, out, err } = await runCli(['decode', VIN, flag, '--retries', '0'], { env: account(own) });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(flag === '--raw' ? /^vehicle-lookup: network: decodeVin: / : /"code":"network"/);
      expect(err).toContain(`Check --base-url (${own}) and the network. The request may have been charged`);
    },
  );

  test('with --raw, a redirect is reported with the error code', async () => {
    const { address: own } = await serve((_, response) => response.writeHead(302, { location: '/' }).end());
    expectError(
      await runCli(['decode', VIN, '--raw'], { env: account(own) }),
      1,
      ': invalid_response: decodeVin: HTTP',
    );
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('after %s, the message states that the request may have been charged', async (signal, expected) => {
    const arrived = Promise.withResolvers<void>();
    const { address: own } = await serve(() => arrived.resolve());
    const { child, ended } = startCli(['decode', VIN], { env: account(own) });
    await arrived.promise;
    child.kill(signal);
    const { code, err } = await ended;
    expect({ code, err }).toEqual({ code: expected, err: expect.stringContaining('may have been charged') });
  });

  test('a request without a response times out', async () => {
    const { address: own } = await serve(() => {});
    const args = ['decode', VIN, '--timeout', '0.2', '--retries', '0'];
    expectError(await runCli(args, { env: account(own) }), 1, 'timeout');
  });
});

test('a short time limit is rounded up to 1 ms, and 0 means no limit', () => {
  expect(['0', '0.0001', '0.2', '1.5'].map(milliseconds)).toEqual([0, 1, 200, 1500]);
});

test('a full disk for standard output causes an error message', async () => {
  const line = `'${process.execPath}' '${bin('cli')}' brands > /dev/full`;
  const { code, err } = await runShell(line, { env: account(mock.address) });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^vehicle-lookup: the output cannot be written: the disk is full; .* \(ENOSPC\)\n$/),
  });
});

test('the message about an invalid base URL contains only the flag', async () => {
  const { code, err } = await runCli(['brands'], { env: account('127.0.0.1:4710') });
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/: --base-url: expected a URL like .*\. See /),
  });
});

test('a misspelt command suggests an operationId, regardless of case', async () => {
  const { err } = await runCli(['getfluids', '1'], { env: account(mock.address) });
  expect(err).toContain('did you mean getFluids?');
});
