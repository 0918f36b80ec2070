import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { sendJson } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { echo, lines, newFile, vins } from '../support/batch.ts';
import { fileOf, recordsIn } from '../support/files.ts';
import { account, runBin, runCli, startCli } from '../support/program.ts';
import { serve, vehicle } from '../support/service.ts';

test('an interrupted batch waits for the requests in progress, prints the next step, and exits with 130', async () => {
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
  expect(err).toContain('interrupted: 3 succeeded, 17 left; the same command with --resume requests the rest');
  expect(recordsIn(file)).toHaveLength(3);
  expect(queries).toHaveLength(3);
});

test('a second interruption ends a batch immediately', async () => {
  const { address: own, queries } = await serve(() => {});
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(9)), '--output', file, '--concurrency', '2'];
  const { child, printed, ended } = startCli(args, { env: account(own) });
  await expect.poll(() => queries.length).toBe(2);
  child.kill('SIGINT');
  await printed('waiting for the requests in progress');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('0 succeeded, 9 left') });
  expect(recordsIn(file)).toEqual([]);
});

test('a batch that stops because of a 401 response does not wait for more input', async () => {
  const { address: own } = await serve((_, response) =>
    sendJson(response, 401, { success: false, message: 'who are you' }),
  );
  const { child, ended } = startCli(['decode', '--from', '-'], { env: account(own), input: { open: true } });
  child.stdin?.write(`${vins(1)[0]}\n`);
  expect(await ended).toMatchObject({ code: 5, err: expect.stringContaining('the rest not requested') });
});

test('an interruption ends a batch that is waiting for standard input', async () => {
  const { address: own } = await serve(echo);
  const { child, printed, ended } = startCli(['decode', '--from', '-'], { env: account(own), input: { open: true } });
  child.stdin?.write(`${vins(1)[0]}\n`);
  await printed('\n');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    err: expect.stringContaining('1 succeeded, the rest not requested'),
  });
});

test('a batch ends without a message if a reader such as head closes the output', async () => {
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

test('a batch that ends because the disk is full writes only complete lines and can be resumed', async () => {
  const { address: own, queries } = await serve((query, response) =>
    sendJson(response, 200, vehicle(`${query.get('vin')} ${'long '.repeat(100)}`)),
  );
  const file = newFile();
  const args = ['decode', '--from', fileOf(vins(40)), '--output', file, '--resume'];
  const { code, out, err } = await runBin(args, { env: account(own), fileSizeLimit: 8 });
  expect(code).toBe(1);
  const before = recordsIn(file).length;
  // Results that cannot be written are printed on standard output.
  const rest = lines(out).length;
  expect(rest).toBeGreaterThan(0);
  expect(err).toMatch(/^vehicle-lookup: decode: --output: .*out\.ndjson: the file would exceed .* \(EFBIG\); .*\n$/);
  expect(err).toContain(
    `${rest} results are on standard output: append them to the file; ${before + rest} succeeded, `,
  );
  expect(err).toContain(`${40 - before - rest} left; the same command with --resume`);
  expect(before).toBeGreaterThan(5);
  expect(queries).toHaveLength(before + rest);
  // If the disk is still full, the batch ends before the first request.
  expect(await runBin(args, { env: account(own), fileSizeLimit: 8 })).toMatchObject({ code: 1, out: '' });
  expect(queries).toHaveLength(before + rest);
  appendFileSync(file, out);
  expect(await runCli(args, { env: account(own) })).toMatchObject({ code: 0 });
  expect(queries).toHaveLength(40);
  expect(
    recordsIn(file)
      .map(({ vin }) => vin)
      .sort(),
  ).toEqual(vins(40));
});
