import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { closedAddress, sendJson, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { fileOf, recordsIn } from './support/files.ts';
import { account, runCli, startCli } from './support/program.ts';
import { type Responder, serve, vehicle } from './support/service.ts';

const mock = await startMock();
/** Makes a program believe that its outputs are a terminal. */
const TERMINAL = '--import=data:text/javascript,process.stdout.isTTY=process.stderr.isTTY=true';
const MONTH = { 'retry-after': '2592000' };

/** A number of different VINs. */
const vins = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `WVWZZZ1KZAW${String(index).padStart(6, '0')}`);
const newFile = (): string => join(temporaryDirectory(), 'out.ndjson');
const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Answers with the VIN as the model. */
const echo: Responder = (query, response) => sendJson(response, 200, vehicle(query.get('vin') ?? ''));

/** Answers a number of requests and never answers the others. */
function answerOnly(count: number): Responder {
  let left = count;
  return (query, response, request) => {
    if (left-- > 0) echo(query, response, request);
  };
}

test.each([
  ['decode', 'WVWZZZ1KZAW000001', 'vin'],
  ['decode-all', 'WVWZZZ1KZAW000001', 'vin'],
  ['engines', 'WVWZZZ1KZAW000001', 'vin'],
  ['vehicle', '25573', 'carId'],
  ['fluids', '25573', 'carId'],
  ['parts', '25573', 'carId'],
  ['times', '25573', 'carId'],
  ['models', 'volkswagen', 'brand'],
])('%s takes a list from standard input and prints a line for each value', async (command, value, name) => {
  const { code, out, err } = await runCli([command, '--from', '-'], {
    env: account(mock.address),
    input: `${value}\n# end`,
  });
  const [record, ...others] = lines(out);
  expect({ code, others, err }).toEqual({
    code: 0,
    others: [],
    err: `vehicle-lookup: ${command}: 1 answered, 0 failed\n`,
  });
  expect(String(record?.[name])).toBe(value);
  expect(record?.data).toBeDefined();
});

test('with --raw the lines hold the whole bodies', async () => {
  const { out } = await runCli(['fluids', '--from', '-', '--raw'], { env: account(mock.address), input: '25573' });
  expect(lines(out)).toMatchObject([
    { operation: 'getFluids', carId: 25573, body: { success: true, api_version: '2.0' } },
  ]);
});

test('with --raw a body that cannot be tidied is an answer', async () => {
  const body = { success: true, data: 'none' };
  const { address: own } = await serve((_, response) => sendJson(response, 200, body));
  const { code, out } = await runCli(['fluids', '--from', '-', '--raw', '--concurrency', '1'], {
    env: account(own),
    input: '25573\nx',
  });
  expect(code).toBe(4);
  expect(lines(out)).toEqual([
    { operation: 'getFluids', carId: 25573, body },
    expect.objectContaining({ carId: 'x', error: expect.objectContaining({ code: 'invalid_argument' }) }),
  ]);
});

test('a value that fails has a line with the reason, and the exit code is 4', async () => {
  const { address: own } = await serve((query, response) =>
    query.get('vin') === 'WVWZZZ1KZAW000001'
      ? sendJson(response, 404, { success: false, message: 'unknown' })
      : sendJson(response, 200, vehicle('Golf')),
  );
  const list = fileOf([...vins(3), 'no VIN']);
  const { code, out, err } = await runCli(['decode', '--from', list], { env: account(own) });
  const failed = lines(out).filter(({ error }) => error !== undefined);
  expect(failed).toHaveLength(2);
  expect(failed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        vin: 'WVWZZZ1KZAW000001',
        error: expect.objectContaining({ code: 'not_found', status: 404 }),
      }),
      expect.objectContaining({ vin: 'no VIN', error: expect.objectContaining({ code: 'invalid_argument' }) }),
    ]),
  );
  expect({ code, err }).toEqual({ code: 4, err: 'vehicle-lookup: decode: 2 answered, 2 failed\n' });
});

test('a batch that is killed and resumed has every value once, and repeats no request that was answered', async () => {
  const all = vins(60);
  const file = newFile();
  const args = ['decode', '--from', fileOf(all), '--output', file, '--resume', '--concurrency', '5'];
  for (const count of [3, 11, 17]) {
    const { address: own, queries } = await serve(answerOnly(count));
    const { child, ended } = startCli(args, { env: account(own) });
    // A further request is made after an answer is written, so all answers are written now.
    await expect.poll(() => queries.length).toBe(count + 5);
    child.kill('SIGKILL');
    await ended;
  }
  const before = recordsIn(file).map(({ vin }) => String(vin));
  expect(before).toHaveLength(31);
  // A torn line, as after a kill during a write.
  appendFileSync(file, '{"operation":"decodeVin","vin":"WVWZZZ1KZ');
  const { address: own, queries } = await serve(echo);
  const { code, err } = await runCli(args, { env: account(own) });
  expect({ code, err }).toEqual({ code: 0, err: 'vehicle-lookup: decode: 29 answered, 0 failed, 31 skipped\n' });
  expect(queries.filter((query) => before.includes(query.get('vin') ?? ''))).toEqual([]);
  const records = recordsIn(file);
  expect(records.map(({ vin }) => vin).sort()).toEqual(all);
  for (const { vin, data } of records) expect(data).toMatchObject({ model: vin });
});

test('--resume repeats the values that failed, in any order of the list', async () => {
  const file = newFile();
  const args = (list: string[]) => ['decode', '--from', fileOf(list), '--output', file, '--resume', '--retries', '0'];
  const broken = await serve((query, response) =>
    query.get('vin')?.endsWith('1')
      ? sendJson(response, 500, { message: 'broken' })
      : sendJson(response, 200, vehicle(query.get('vin') ?? '')),
  );
  const first = await runCli(args(vins(4)), { env: account(broken.address) });
  expect(first).toMatchObject({
    code: 4,
    err: expect.stringContaining('3 answered, 1 failed; the same command with --resume'),
  });
  const { address: own, queries } = await serve(echo);
  const second = await runCli(args(vins(5).reverse()), { env: account(own) });
  expect(second).toMatchObject({ code: 0, err: 'vehicle-lookup: decode: 2 answered, 0 failed, 3 skipped\n' });
  expect(queries.map((query) => query.get('vin')?.at(-1)).sort()).toEqual(['1', '4']);
  expect(
    recordsIn(file)
      .map(({ vin }) => vin)
      .sort(),
  ).toEqual(vins(5));
});

test.each<[number, Record<string, string>, number, string]>([
  [429, MONTH, 3, 'quota_exhausted'],
  [401, {}, 5, 'unauthorized'],
  [403, {}, 5, 'forbidden_by_plan'],
])(
  'status %i ends a batch without further requests, and the message says how many values are left',
  async (status, headers, exit, reason) => {
    let left = 3;
    const { address: own, queries } = await serve((query, response, request) =>
      left-- > 0
        ? echo(query, response, request)
        : sendJson(response, status, { success: false, message: 'no more' }, headers),
    );
    const file = newFile();
    const args = ['decode', '--from', fileOf(vins(50)), '--output', file, '--concurrency', '1'];
    const { code, err } = await runCli(args, { env: account(own) });
    expect(code).toBe(exit);
    expect(err).toMatch(/^.+\n$/);
    for (const words of [`stopped by ${reason}`, 'no more', '3 answered, 0 failed, 47 left', '--resume']) {
      expect(err).toContain(words);
    }
    expect(queries).toHaveLength(4);
    expect(recordsIn(file)).toHaveLength(3);
  },
);

test('an interrupted batch waits for the requests in progress, says how to continue, and ends with 130', async () => {
  const held: (() => void)[] = [];
  const { address: own, queries } = await serve((query, response, request) => {
    held.push(() => echo(query, response, request));
  });
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(20)), '--output', file, '--concurrency', '3'];
  const { child, printed, ended } = startCli(args, { env: account(own) });
  await expect.poll(() => held.length).toBe(3);
  child.kill('SIGINT');
  await printed('waiting for the requests in progress');
  for (const answer of held) answer();
  const { code, err } = await ended;
  expect(code).toBe(130);
  expect(err).toContain('interrupted: 3 answered, 0 failed, 17 left; the same command with --resume requests the rest');
  expect(recordsIn(file)).toHaveLength(3);
  expect(queries).toHaveLength(3);
});

test('a second interruption ends a batch at once', async () => {
  const { address: own, queries } = await serve(() => {});
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(9)), '--output', file, '--concurrency', '2'];
  const { child, printed, ended } = startCli(args, { env: account(own) });
  await expect.poll(() => queries.length).toBe(2);
  child.kill('SIGINT');
  await printed('waiting for the requests in progress');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('0 answered, 0 failed, 9 left') });
  expect(recordsIn(file)).toEqual([]);
});

test('values that mean the same get one request, also with --resume', async () => {
  const { address: own, queries } = await serve((query, response) =>
    sendJson(response, 200, query.has('fluids') ? { success: true, data: [] } : vehicle('Golf')),
  );
  for (const [command, list] of [
    ['fluids', ['25573', '025573', '0025573']],
    ['decode', ['wvwzzz1kzaw000001', 'WVWZZZ1KZAW000001', 'WvWZZZ1KZAW000001']],
  ] as const) {
    const file = newFile();
    const args = [command, '--from', '-', '--output', file, '--resume'];
    const first = await runCli(args, { env: account(own), input: list.join('\n') });
    expect(first).toMatchObject({ code: 0, err: `vehicle-lookup: ${command}: 1 answered, 0 failed\n` });
    const { err } = await runCli(args, { env: account(own), input: [...list].reverse().join('\n') });
    expect(err).toBe(`vehicle-lookup: ${command}: 0 answered, 0 failed, 1 skipped\n`);
    expect(recordsIn(file)).toHaveLength(1);
  }
  expect(queries).toHaveLength(2);
});

test('a batch that the service stops does not wait for more of its list', async () => {
  const { address: own } = await serve((_, response) =>
    sendJson(response, 401, { success: false, message: 'who are you' }),
  );
  const { child, ended } = startCli(['decode', '--from', '-'], { env: account(own), input: { open: true } });
  child.stdin?.write(`${vins(1)[0]}\n`);
  expect(await ended).toMatchObject({ code: 5, err: expect.stringContaining('the rest is left') });
});

test('an interruption ends a batch that waits for standard input', async () => {
  const { address: own } = await serve(echo);
  const { child, printed, ended } = startCli(['decode', '--from', '-'], { env: account(own), input: { open: true } });
  child.stdin?.write(`${vins(1)[0]}\n`);
  await printed('\n');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    err: expect.stringContaining('1 answered, 0 failed, the rest is left'),
  });
});

test('a reader such as head ends a batch without a message', async () => {
  const { address: own } = await serve(echo);
  const { child, ended } = startCli(['decode', '--from', '-'], {
    env: account(own),
    input: { open: true },
    pipeTo: 'head -n 2',
  });
  function* endless() {
    for (let index = 0; ; index++) yield `WVWZZZ1KZAW${String(index).padStart(6, '0')}\n`;
  }
  if (child.stdin) Readable.from(endless()).pipe(child.stdin);
  const { code, out, err } = await ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(lines(out)).toHaveLength(2);
});

test('a full disk ends a batch with complete lines, and it can be resumed', async () => {
  const { address: own } = await serve((query, response) =>
    sendJson(response, 200, vehicle(`${query.get('vin')} ${'long '.repeat(100)}`)),
  );
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(40)), '--output', file, '--resume'];
  const { code, err } = await runCli(args, { env: account(own), fileSizeLimit: 8 });
  expect(code).toBe(1);
  const before = recordsIn(file).length;
  expect(err).toMatch(/^vehicle-lookup: decode: --output: .*out\.ndjson: the file would exceed .* \(EFBIG\); .*\n$/);
  expect(err).toContain(`${before} answered, 0 failed, ${40 - before} left; the same command with --resume`);
  expect(before).toBeGreaterThan(5);
  expect(await runCli(args, { env: account(own) })).toMatchObject({ code: 0 });
  expect(
    recordsIn(file)
      .map(({ vin }) => vin)
      .sort(),
  ).toEqual(vins(40));
});

test.each([
  ['standard output', [], 'values without a line have no answer'],
  ['a file', ['--output'], 'the same command with --resume requests the rest'],
])('a list that breaks off ends a batch with 1 and its counts, and the answers stay on %s', async (_, flag, rest) => {
  const { address: own } = await serve(echo);
  const file = newFile();
  const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const args = ['decode', '--from', '-', ...flag.flatMap((name) => [name, file])];
  const { child, output, ended } = startCli(args, { env: account(own), input: { open: true } });
  child.stdin?.write(`${vins(5).join('\n')}\n`);
  await expect.poll(() => lines(output.out + written()).length).toBe(5);
  child.stdin?.end('x'.repeat(20_000));
  const { code, out, err } = await ended;
  const reason = '--from: line 6 has more than 10000 characters; expected one value per line';
  expect({ code, err }).toEqual({
    code: 1,
    err: `vehicle-lookup: decode: ${reason}; 5 answered, 0 failed, the rest is left; ${rest}\n`,
  });
  expect(lines(out + written())).toHaveLength(5);
});

test.each([
  [
    'a directory',
    '.',
    '--from: .: it is a directory; expected a file (EISDIR). Give a file with one value per line, or -',
  ],
  ['a text without lines', '-', 'has more than 10000 characters'],
])('%s as a list leaves no output file behind', async (_, from, reason) => {
  const { address: own, queries } = await serve(echo);
  const file = newFile();
  const args = ['decode', '--from', from, '--output', file];
  const { code, err } = await runCli(args, { env: account(own), input: 'x'.repeat(20_000) });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) });
  expect(err).not.toContain('--resume');
  expect(existsSync(file)).toBe(false);
  expect(queries).toEqual([]);
});

test('a directory as a list leaves the file of --resume unchanged', async () => {
  const failure = { operation: 'decodeVin', vin: vins(1)[0], error: { code: 'network', message: 'no route' } };
  const file = fileOf([JSON.stringify(failure)]);
  const args = ['decode', '--from', '.', '--output', file, '--resume'];
  expect(await runCli(args, { env: account(await closedAddress()) })).toMatchObject({ code: 2 });
  expect(recordsIn(file)).toEqual([failure]);
});

test.each([
  ['is printed without a bar', [], true],
  ['is not printed beside a bar', ['--output'], false],
])('on a terminal the message about a wait %s', async (_, flag, isPrinted) => {
  let left = 1;
  const { address: own } = await serve((query, response, request) =>
    left-- > 0 ? sendJson(response, 429, { success: false }, { 'retry-after': '1' }) : echo(query, response, request),
  );
  const args = ['decode', '--from', fileOf(vins(1)), ...flag.flatMap((name) => [name, newFile()])];
  const { code, err } = await runCli(args, { env: { ...account(own), NODE_OPTIONS: TERMINAL } });
  expect(code).toBe(0);
  expect({ wait: err.includes('retrying in 1 s'), bar: err.includes('0/1') }).toEqual({
    wait: isPrinted,
    bar: !isPrinted,
  });
});

test('a disk that is full before a batch continues leaves the file unchanged, and no other file beside it', async () => {
  const [first, second] = vins(2);
  const lines = [
    { operation: 'decodeVin', vin: first, data: { model: 'long '.repeat(2000) } },
    { operation: 'decodeVin', vin: second, error: { code: 'network', message: 'no route' } },
  ].map((record) => JSON.stringify(record));
  const file = fileOf(lines);
  const args = ['decode', '--from', '-', '--output', file, '--resume'];
  const { code, err } = await runCli(args, {
    env: account(await closedAddress()),
    input: vins(2).join('\n'),
    fileSizeLimit: 4,
  });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('(EFBIG)') });
  expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
  expect(readdirSync(dirname(file))).toEqual([basename(file)]);
});

test('an output that exists is not overwritten, and no request is made', async () => {
  const { address: own, queries } = await serve(echo);
  const file = fileOf(['mine']);
  const { code, err } = await runCli(['decode', '--from', fileOf(vins(2)), '--output', file], { env: account(own) });
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('it exists already; --resume continues it'),
  });
  expect(readFileSync(file, 'utf8')).toBe('mine\n');
  expect(queries).toEqual([]);
});

test('without a network every value fails, and a later --resume repeats all of them', async () => {
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(3)), '--output', file, '--resume', '--retries', '0'];
  expect(await runCli(args, { env: account(await closedAddress()) })).toMatchObject({ code: 4 });
  expect(recordsIn(file).map(({ error }) => (error as { code: string }).code)).toEqual([
    'network',
    'network',
    'network',
  ]);
  const { address: own } = await serve(echo);
  expect(await runCli(args, { env: account(own) })).toMatchObject({ code: 0 });
  expect(recordsIn(file)).toHaveLength(3);
});

test('as many requests as --concurrency says are made at the same time', async () => {
  let [running, most] = [0, 0];
  const held: (() => void)[] = [];
  const { address: own } = await serve((query, response, request) => {
    most = Math.max(most, ++running);
    response.once('finish', () => running--);
    // Answers once three requests are there.
    held.push(() => echo(query, response, request));
    if (most === 3) for (const answer of held.splice(0)) answer();
  });
  await runCli(['decode', '--from', fileOf(vins(20)), '--concurrency', '3'], { env: account(own) });
  expect(most).toBe(3);
});

test('--resume does not repeat a value that does not exist', async () => {
  const { address: own, queries } = await serve((_, response) =>
    sendJson(response, 404, { success: false, message: 'No data.' }),
  );
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(3)), '--output', file, '--resume'];
  for (let count = 0; count < 2; count++) await runCli(args, { env: account(own) });
  expect(queries).toHaveLength(3);
  expect(recordsIn(file)).toHaveLength(3);
});
