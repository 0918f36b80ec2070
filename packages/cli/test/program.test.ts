import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';
import { temporaryFolder } from './support/folder.ts';
import { at, type Outcome, run } from './support/program.ts';
import { mock, nobody, send, serve, vehicle } from './support/service.ts';

const address = mock();
const VIN = 'WVWZZZ1KZAW000001';

/** One line says what went wrong, and nothing else is printed. */
function expectRefusal({ code, out, err }: Outcome, exit: number, ...words: string[]): void {
  expect({ code, out, err }).toEqual({ code: exit, out: '', err: expect.stringMatching(/^vehicle-lookup: .+\n$/) });
  for (const word of words) expect(err).toContain(word);
}

describe('every operation answers', () => {
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
  ])('%j, for people and for programs', async (args, text) => {
    const [table, json, raw] = await Promise.all(
      [[], ['--json'], ['--raw']].map((more) => run([...args, ...more], { env: at(address()) })),
    );
    expect(table).toMatchObject({ code: 0, err: '', out: expect.stringContaining(text) });
    expect(JSON.stringify(JSON.parse(json?.out ?? ''))).toContain(text);
    expect(JSON.parse(raw?.out ?? '')).toMatchObject({ success: true, api_version: '2.0', data: expect.anything() });
  });
});

test('no colours and no cursor movements reach a pipe', async () => {
  const { out, err } = await run(['brands'], { env: { ...at(address()), FORCE_COLOR: '1', TERM: 'xterm-256color' } });
  expect(out + err).not.toContain('\u001b');
});

test('a VIN may be written small and with spaces around', async () => {
  expect(await run(['decode', ` ${VIN.toLowerCase()} `], { env: at(address()) })).toMatchObject({ code: 0 });
});

test('address and user may be flags, the key a file', async () => {
  const file = join(temporaryFolder(), 'key');
  writeFileSync(file, 'key-of-the-file\n');
  const { address: own, queries } = await serve((_, response) => send(response, 200, vehicle('Golf')));
  const { code } = await run(['decode', VIN, '--base-url', own, '--user', 'me', '--key-file', file], {
    env: at('http://127.0.0.1:1'),
  });
  expect(code).toBe(0);
  expect(queries.map((query) => [query.get('user'), query.get('key')])).toEqual([['me', 'key-of-the-file']]);
});

test('what of an answer could not be read is said beside it', async () => {
  const body = { ...(vehicle('Golf') as object), data: { carId: 1, make: 'VW', model: 'Golf', valves: 'many' } };
  const { address: own } = await serve((_, response) => send(response, 200, body));
  const { code, out, err } = await run(['decode', VIN, '--json'], { env: at(own) });
  expect({ code, data: JSON.parse(out) }).toMatchObject({ code: 0, data: { model: 'Golf' } });
  expect(err).toBe(
    'vehicle-lookup: values that could not be read are left out; --raw shows all: /data/valves (expected a number)\n',
  );
});

test('--raw prints a body that cannot be tidied, and still says what is wrong with a value', async () => {
  const body = { success: true, data: { carId: 'none', more: [] } };
  const { address: own, queries } = await serve((_, response) => send(response, 200, body));
  const { code, out, err } = await run(['decode', VIN.toLowerCase(), '--raw'], { env: at(own) });
  expect({ code, body: JSON.parse(out), err }).toEqual({ code: 0, body, err: '' });
  expect(queries.map((query) => query.get('vin'))).toEqual([VIN]);
  expectRefusal(await run(['decode', 'SHORT', '--raw'], { env: at(own) }), 2, 'vin: expected');
});

test('--raw prints a number as a double holds it', async () => {
  const { address: own } = await serve((_, response) => send(response, 200, '{"data":12345678901234567890}'));
  const { out } = await run(['decode', VIN, '--raw'], { env: at(own) });
  expect(out).toBe('{\n  "data": 12345678901234567000\n}\n');
});

test('JSON does not steer the terminal, and has every sign of every text', async () => {
  const model = 'a\u001b[2Jb\u009b31mc\u007f\u202ed\u2066e\nГАЗ 🚗';
  const { address: own } = await serve((_, response) => send(response, 200, vehicle(model)));
  for (const args of [
    ['decode', VIN, '--json'],
    ['decode', VIN, '--raw'],
    ['decode', '--from', '-'],
  ]) {
    const { out } = await run(args, { env: at(own), input: VIN });
    expect(out).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(model));
  }
});

test('what a service says does not steer the terminal, and hides no next step', async () => {
  const message = 'a\u001b[2Jb\u009b31mc\u0007\u202ed\ne';
  const { address: own } = await serve((_, response) => send(response, 401, { success: false, message }));
  for (const args of [
    ['decode', VIN],
    ['decode', '--from', '-'],
  ]) {
    const { err } = await run(args, { env: at(own), input: VIN });
    expect(err).toMatch(/^vehicle-lookup: .*a \[2Jb 31mc d e.* Check the credentials\..*\n$/);
    expect(err.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  }
});

test('a wait before the next attempt is said', async () => {
  let left = 1;
  const { address: own } = await serve((_, response) =>
    left-- > 0 ? send(response, 429, { success: false }, { 'retry-after': '1' }) : send(response, 200, vehicle('Golf')),
  );
  const { code, err } = await run(['decode', VIN], { env: at(own) });
  expect({ code, err }).toEqual({
    code: 0,
    err: 'vehicle-lookup: rate_limited: asking again in 1 s; --retries 0 does not wait\n',
  });
});

describe('what is asked for wrongly costs no request and ends with 2', () => {
  test.each([
    [
      ['decode', 'WVWZZZ1KZAW00000I'],
      ['vin', '8'],
    ],
    [
      ['decode', 'SHORT'],
      ['vin', '8'],
    ],
    [['models', ''], ['brand']],
    [['fluids', 'abc'], ['carId: expected an integer from 1 to 9007199254740991, got string of 3 characters']],
    [['fluids', '0'], ['carId: expected']],
    [['fluids', '9007199254740993'], ['carId: expected']],
    [['fluids', '1e3'], ['carId: expected']],
    [['decod', VIN], ['did you mean decode?']],
    [
      ['decode', VIN, '--key', 'abc'],
      ['VEHICLE_LOOKUP_KEY', '--key-file FILE'],
    ],
    [['decode', VIN, '--timeout', 'long'], ['--timeout: expected a number from 0']],
    [['decode', VIN, '--retries', '1.5'], ['--retries: expected a number from 0 to 10']],
    [['decode', '--from', 'list.txt', '--concurrency', '0'], ['--concurrency: expected a number from 1 to 64']],
    [['decode', '--from', '/no/such/list.txt'], ['--from: /no/such/list.txt cannot be read (ENOENT)']],
  ])('%j', async (args, words) => {
    const { address: own, queries } = await serve((_, response) => send(response, 200, vehicle('Golf')));
    expectRefusal(await run(args, { env: at(own) }), 2, ...words);
    expect(queries).toEqual([]);
  });

  test.each(['VEHICLE_LOOKUP_BASE_URL', 'VEHICLE_LOOKUP_USER', 'VEHICLE_LOOKUP_KEY'])('without %s', async (name) => {
    expectRefusal(await run(['brands'], { env: { ...at(address()), [name]: '' } }), 2, name, 'is missing');
  });

  test('with an address without a scheme', async () => {
    expectRefusal(await run(['brands'], { env: at('vehicles.example.com') }), 2, 'baseUrl');
  });

  test.each([
    ['', 'found nothing'],
    ['two words', 'found several words'],
    ['x'.repeat(10_000), 'found more than 4096 bytes'],
  ])('with a key file of %j', async (content, words) => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, content);
    expectRefusal(await run(['brands', '--key-file', file], { env: at(address()) }), 2, '--key-file', words);
  });

  test('with a key file that is not there', async () => {
    expectRefusal(await run(['brands', '--key-file', '/no/such'], { env: at(address()) }), 2, '--key-file', 'ENOENT');
  });
});

describe('what the service refuses is one line and a code', () => {
  const month = { 'retry-after': '2592000' };
  test.each<[number, object, Record<string, string>, number, string]>([
    [400, {}, {}, 1, 'bad_request'],
    [401, {}, {}, 1, 'unauthorized'],
    [403, {}, {}, 1, 'forbidden_by_plan'],
    [404, {}, {}, 1, 'not_found'],
    [429, {}, month, 3, 'quota_exhausted'],
    [500, {}, {}, 1, 'server'],
    [200, { success: false }, {}, 1, 'refused'],
    [200, { data: 'none' }, {}, 1, 'invalid_response'],
  ])('status %i with %j', async (status, more, headers, exit, code) => {
    const body = { success: status === 200, message: 'no luck today', ...more };
    const { address: own, queries } = await serve((_, response) => send(response, status, body, headers));
    const outcome = await run(['decode', VIN, '--retries', '0'], { env: at(own) });
    expectRefusal(
      outcome,
      exit,
      `vehicle-lookup: ${code}: `,
      ...(code === 'invalid_response' ? [] : ['no luck today']),
    );
    expect(queries).toHaveLength(1);
  });

  test('a rate limit that stays ends with 3', async () => {
    const { address: own } = await serve((_, response) =>
      send(response, 429, { success: false, message: 'slower' }, { 'retry-after': '0' }),
    );
    expectRefusal(await run(['decode', VIN], { env: at(own) }), 3, 'rate_limited');
  });

  test('a page of HTML is no answer', async () => {
    const { address: own } = await serve((_, response) =>
      send(response, 200, '<p>hello', { 'content-type': 'text/html' }),
    );
    expectRefusal(await run(['decode', VIN], { env: at(own) }), 1, 'invalid_response');
  });

  test('nobody listens', async () => {
    expectRefusal(await run(['decode', VIN, '--retries', '0'], { env: at(await nobody()) }), 1, 'network');
  });

  test('the service hangs', async () => {
    const { address: own } = await serve(() => {});
    const args = ['decode', VIN, '--timeout', '0.2', '--retries', '0'];
    expectRefusal(await run(args, { env: at(own) }), 1, 'timeout');
  });
});

test('a time-out is a limit, however short', () => {
  const env = at('http://127.0.0.1:1');
  const timeouts = ['0', '0.0001', '0.2', '1.5'].map((timeout) => readSettings({ timeout }, env).timeout);
  expect(timeouts).toEqual([0, 1, 200, 1500]);
});

test('a full standard output is said, not thrown', async () => {
  const { code, err } = await run(['brands'], { env: at(address()), behind: '> /dev/full' });
  expect({ code, err }).toEqual({ code: 1, err: 'vehicle-lookup: the output cannot be written (ENOSPC)\n' });
});
