import { existsSync, readFileSync } from 'node:fs';
import { sendJson, startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { echo, lines, MONTH, newFile, vins } from '../support/batch.ts';
import { fileOf, recordsIn } from '../support/files.ts';
import { account, runCli, startCli } from '../support/program.ts';
import { serve, vehicle } from '../support/service.ts';

const mock = await startMock();

test.each([
  ['decode', 'WVWZZZ1KZAW000001', 'vin'],
  ['decode-all', 'WVWZZZ1KZAW000001', 'vin'],
  ['engines', 'WVWZZZ1KZAW000001', 'vin'],
  ['vehicle', '25573', 'carId'],
  ['fluids', '25573', 'carId'],
  ['parts', '25573', 'carId'],
  ['times', '25573', 'carId'],
  ['models', 'volkswagen', 'brand'],
])('%s reads a list from standard input and prints a line for each value', async (command, value, name) => {
  const { code, out, err } = await runCli([command, '--from', '-'], {
    env: account(mock.address),
    input: `${value}\n# end`,
  });
  const [record, ...others] = lines(out);
  expect({ code, others, err }).toEqual({
    code: 0,
    others: [],
    err: `vehicle-lookup: ${command}: 1 succeeded\n`,
  });
  expect(String(record?.[name])).toBe(value);
  expect(record?.data).toBeDefined();
});

test('with --raw, each line contains a whole body', async () => {
  const { out } = await runCli(['fluids', '--from', '-', '--raw'], { env: account(mock.address), input: '25573' });
  expect(lines(out)).toMatchObject([
    { operation: 'getFluids', carId: 25573, body: { success: true, api_version: '2.0' } },
  ]);
});

test('with --raw, a body that cannot be parsed is a successful result', async () => {
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

test('a failed value produces a line with the error, and the exit code is 4', async () => {
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
  expect({ code, err }).toEqual({
    code: 4,
    err: 'vehicle-lookup: decode: 2 succeeded, 1 not found, 1 invalid (line 4: no VIN)\n',
  });
});

test.each<[number, Record<string, string>, number, string]>([
  [429, MONTH, 3, 'quota_exhausted'],
  [401, {}, 5, 'unauthorized'],
  [403, {}, 5, 'forbidden_by_plan'],
])(
  'status %i ends a batch without further requests, and the message states the number of remaining values',
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
    for (const words of [`stopped by ${reason}`, 'no more', '3 succeeded, 47 left', '--resume']) {
      expect(err).toContain(words);
    }
    expect(queries).toHaveLength(4);
    expect(recordsIn(file)).toHaveLength(3);
  },
);

test.each([
  ['standard output', [], 'values for which no line was printed have no result'],
  ['a file', ['--output'], 'the same command with --resume requests the rest'],
])('a batch exits with 1 and keeps its results if its list ends unexpectedly (output: %s)', async (_, flag, rest) => {
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
    err: `vehicle-lookup: decode: ${reason}; 5 succeeded, the rest not requested; ${rest}\n`,
  });
  expect(lines(out + written())).toHaveLength(5);
});

test('an existing output file is not overwritten, and no request is sent', async () => {
  const { address: own, queries } = await serve(echo);
  const file = fileOf(['mine']);
  const { code, err } = await runCli(['decode', '--from', fileOf(vins(2)), '--output', file], { env: account(own) });
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('it already exists; use --resume to continue it'),
  });
  expect(readFileSync(file, 'utf8')).toBe('mine\n');
  expect(queries).toEqual([]);
});

test('--concurrency sets the maximum number of concurrent requests', async () => {
  let [running, most] = [0, 0];
  const held: (() => void)[] = [];
  const { address: own } = await serve((query, response, request) => {
    most = Math.max(most, ++running);
    response.once('finish', () => running--);
    // Respond as soon as three requests have arrived.
    held.push(() => echo(query, response, request));
    if (most === 3) for (const answer of held.splice(0)) answer();
  });
  await runCli(['decode', '--from', fileOf(vins(20)), '--concurrency', '3'], { env: account(own) });
  expect(most).toBe(3);
});
