import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { closedAddress, sendJson, startCommand } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { answerOnly, echo, newFile, TERMINAL, vins } from '../support/batch.ts';
import { fileOf, recordsIn } from '../support/files.ts';
import { account, runBin, runCli, startCli } from '../support/program.ts';
import { serve, vehicle } from '../support/service.ts';

test('a batch that is killed and resumed writes each result once and does not repeat completed requests', async () => {
  const all = vins(60);
  const file = newFile();
  const args = ['decode', '--from', fileOf(all), '--output', file, '--resume', '--concurrency', '5'];
  for (const count of [3, 11, 17]) {
    const { address: own, queries } = await serve(answerOnly(count));
    const { child, ended } = startCli(args, { env: account(own) });
    // The batch sends a further request only after it has written a result, so all results have now been written.
    await expect.poll(() => queries.length).toBe(count + 5);
    child.kill('SIGKILL');
    await ended;
  }
  const before = recordsIn(file).map(({ vin }) => String(vin));
  expect(before).toHaveLength(31);
  // An incomplete line, as after a kill during a write.
  appendFileSync(file, '{"operation":"decodeVin","vin":"WVWZZZ1KZ');
  const { address: own, queries } = await serve(echo);
  const { code, err } = await runCli(args, { env: account(own) });
  expect({ code, err }).toEqual({ code: 0, err: 'vehicle-lookup: decode: 29 succeeded, 31 skipped\n' });
  expect(queries.filter((query) => before.includes(query.get('vin') ?? ''))).toEqual([]);
  const records = recordsIn(file);
  expect(records.map(({ vin }) => vin).sort()).toEqual(all);
  for (const { vin, data } of records) expect(data).toMatchObject({ model: vin });
});

test('a second run with the same file is rejected before a request, but a killed run does not lock the file', async () => {
  const file = newFile();
  const { address, queries } = await serve(answerOnly(1));
  const args = ['decode', '--from', fileOf(vins(3)), '--output', file, '--resume', '--concurrency', '1'];
  const { child, ended } = startCli(args, { env: account(address) });
  await expect.poll(() => queries.length).toBe(2);
  const second = await runCli(args, { env: account(address) });
  expect(second).toMatchObject({
    code: 2,
    err: expect.stringContaining(`--output: ${file} is in use by process ${child.pid}; wait until the process ends`),
  });
  expect(queries).toHaveLength(2);
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(`${file}.lock`)).toBe(true);
  expect(await runCli(args, { env: account((await serve(echo)).address) })).toMatchObject({
    err: 'vehicle-lookup: decode: 2 succeeded, 1 skipped\n',
  });
  expect(readdirSync(dirname(file))).toEqual([basename(file)]);
});

test('--resume retries the failed values, regardless of the order of the list', async () => {
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
    err: expect.stringContaining('3 succeeded, 1 failed (1 server); the same command with --resume'),
  });
  const { address: own, queries } = await serve(echo);
  const second = await runCli(args(vins(5).reverse()), { env: account(own) });
  expect(second).toMatchObject({ code: 0, err: 'vehicle-lookup: decode: 2 succeeded, 3 skipped\n' });
  expect(queries.map((query) => query.get('vin')?.at(-1)).sort()).toEqual(['1', '4']);
  expect(
    recordsIn(file)
      .map(({ vin }) => vin)
      .sort(),
  ).toEqual(vins(5));
});

test('equivalent values share one request, even with --resume', async () => {
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
    expect(first).toMatchObject({ code: 0, err: `vehicle-lookup: ${command}: 1 succeeded, of 3 rows (2 repeated)\n` });
    const { err } = await runCli(args, { env: account(own), input: [...list].reverse().join('\n') });
    expect(err).toBe(`vehicle-lookup: ${command}: 0 succeeded, 1 skipped, of 3 rows (2 repeated)\n`);
    expect(recordsIn(file)).toHaveLength(1);
  }
  expect(queries).toHaveLength(2);
});

test.each([
  [
    'a directory',
    '.',
    '--from: .: it is a directory; expected a file (EISDIR). Pass a file with one value per line, or -',
  ],
  ['a text without line feeds', '-', 'has more than 10000 characters'],
])('%s as a list is rejected without creating an output file', async (_, from, reason) => {
  const { address: own, queries } = await serve(echo);
  const file = newFile();
  const args = ['decode', '--from', from, '--output', file];
  const { code, err } = await runCli(args, { env: account(own), input: 'x'.repeat(20_000) });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) });
  expect(err).not.toContain('--resume');
  expect(existsSync(file)).toBe(false);
  expect(queries).toEqual([]);
});

test('a directory as a list is rejected without changing the output file of --resume', async () => {
  const failure = { operation: 'decodeVin', vin: vins(1)[0], error: { code: 'network', message: 'no route' } };
  const file = fileOf([JSON.stringify(failure)]);
  const args = ['decode', '--from', '.', '--output', file, '--resume'];
  expect(await runCli(args, { env: account(await closedAddress()) })).toMatchObject({ code: 2 });
  expect(recordsIn(file)).toEqual([failure]);
});

test.each([
  ['is printed if no progress is shown', [], true],
  ['is not printed while progress is shown', ['--output'], false],
])('on a terminal, the message about a short wait %s', async (_, flag, isPrinted) => {
  let left = 1;
  const { address: own } = await serve((query, response, request) =>
    left-- > 0 ? sendJson(response, 429, { success: false }, { 'retry-after': '1' }) : echo(query, response, request),
  );
  const args = ['decode', '--from', fileOf(vins(1)), ...flag.flatMap((name) => [name, newFile()])];
  const { code, err } = await runCli(args, { env: account(own), terminal: true });
  expect(code).toBe(0);
  expect({ wait: err.includes('retrying in 1 s'), bar: err.includes('0/1') }).toEqual({
    wait: isPrinted,
    bar: !isPrinted,
  });
});

test.each([
  ['without progress', [], {}],
  ['on a terminal with progress', ['--output'], { NODE_OPTIONS: TERMINAL }],
])('the message about a long wait states the end of the wait: %s', async (_, flag, env) => {
  let left = 1;
  const { address: own } = await serve((query, response, request) =>
    left-- > 0 ? sendJson(response, 429, { success: false }, { 'retry-after': '50' }) : echo(query, response, request),
  );
  const list = ['decode', '--from', fileOf(vins(3)), '--concurrency', '2'];
  const args = [...list, ...flag.flatMap((name) => [name, newFile()])];
  const { child, printed, ended } = startCli(args, { env: { ...account(own), ...env } });
  await printed(/vehicle-lookup: rate_limited: retrying in 50 s, at \d\d:\d\d:\d\d; --retries 0 disables retries/);
  await printed(/vehicle-lookup: waiting until \d\d:\d\d:\d\d, when the service accepts requests again/);
  child.kill('SIGKILL');
  await ended;
});

test('--resume with a full disk leaves the file unchanged and does not create other files', async () => {
  const [first, second] = vins(2);
  const lines = [
    { operation: 'decodeVin', vin: first, data: { model: 'long '.repeat(2000) } },
    { operation: 'decodeVin', vin: second, error: { code: 'network', message: 'no route' } },
  ].map((record) => JSON.stringify(record));
  const file = fileOf(lines);
  const args = ['decode', '--from', '-', '--output', file, '--resume'];
  const { code, err } = await runBin(args, {
    env: account(await closedAddress()),
    input: vins(2).join('\n'),
    fileSizeLimit: 4,
  });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('(EFBIG)') });
  expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
  expect(readdirSync(dirname(file))).toEqual([basename(file)]);
});

test('--resume retries all values that failed because the server could not be reached', async () => {
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

test('--resume skips values that were not found', async () => {
  const { address: own, queries } = await serve((_, response) =>
    sendJson(response, 404, { success: false, message: 'No data.' }),
  );
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(3)), '--output', file, '--resume'];
  for (let count = 0; count < 2; count++) await runCli(args, { env: account(own) });
  expect(queries).toHaveLength(3);
  expect(recordsIn(file)).toHaveLength(3);
});

test.runIf(process.platform === 'linux')('a killed batch does not lock the file while it is a zombie', async () => {
  const { address } = await serve(echo);
  const file = newFile();
  const { child, output, printed } = startCommand(['bash', '-c', 'sleep 600 & echo $!; exec sleep 600']);
  await printed('\n');
  const id = output.out.trim();
  // bash would read the exit status of its child, so wait until exec has replaced bash.
  await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, 'utf8')).toBe('sleep\n');
  process.kill(Number(id), 'SIGKILL');
  await expect.poll(() => readFileSync(`/proc/${id}/stat`, 'utf8')).toContain(') Z ');
  writeFileSync(`${file}.lock`, `${id}\n`);
  const { code } = await runCli(['decode', '--from', fileOf(vins(1)), '--output', file], { env: account(address) });
  expect(code).toBe(0);
});
