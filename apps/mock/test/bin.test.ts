import { readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { validate } from '@vehicle-lookup/contract/validators';
import {
  bin,
  CANARY,
  canaryIn,
  closedAddress,
  run,
  sendJson,
  serveHttp,
  start,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { examples, queryOf } from './document.ts';

const require = createRequire(import.meta.url);
const runMock = (...args: string[]) => run(bin('mock'), args);

test('the mock prints its address, logs requests without the query, and stops on SIGTERM', async () => {
  const mock = await startMock();
  const key = encodeURIComponent(CANARY);
  await fetch(`${mock.address}/api/?user=u&key=${key}&${queryOf('getFluids')}`);
  await mock.printed('GET 200 getFluids');
  const { code, out } = await mock.stop();
  expect(code).toBe(0);
  expect(out).toContain(`${mock.address}/api/ returns the documented examples`);
  expect(canaryIn(out)).toEqual([]);
});

test('the mock stops when its parent process closes the IPC channel', async () => {
  const mock = await startMock();
  mock.child.disconnect();
  expect((await mock.ended).code).toBe(0);
});

test.each([
  [['--prot', '1'], 'unknown flag "--prot"; did you mean --port?'],
  [['--port', 'x'], '--port: expected a whole number from 0 to 65535, got "x".'],
  [['--upstream', 'localhost'], '--upstream: expected a base URL such as https://vehicles.example.com.'],
  [['--upstream', 'http://127.0.0.1:1', '--delay', '5'], '--delay cannot be used with --upstream.'],
  [
    ['--delay', '400-50'],
    '--delay: expected a number or range of milliseconds up to 600000, such as 300 or 50-400, got "400-50".',
  ],
  [
    ['--fail', '120%'],
    '--fail: expected a percentage such as 5%, got a value that is not shown, because it may be a secret.',
  ],
  [['--allowance', '5'], '--allowance: expected consultations and a time in s, m, h or d, such as 5/7d, got "5".'],
  [
    ['--plan-lacks', 'getFluids'],
    '--plan-lacks: expected operations that declare 403 (getOemParts, getRepairTimes), got "getFluids".',
  ],
  [['--recording', '/no/such.har'], '--recording: /no/such.har cannot be read (ENOENT).'],
  [['--record', 'traffic.ndjson'], '--record requires --upstream URL.'],
  [['extra'], 'vehicle-lookup-mock accepts no arguments, only flags; got "extra".'],
])('%j is rejected with a one-line message', async (args, text) => {
  expect(await runMock(...args)).toEqual({
    code: 2,
    out: '',
    err: `vehicle-lookup-mock: ${text} See vehicle-lookup-mock --help\n`,
  });
});

test('the error for an address of a different machine names the address', async () => {
  expect(await runMock('--host', '192.0.2.1', '--port', '0')).toEqual({
    code: 1,
    out: '',
    err: 'vehicle-lookup-mock: 192.0.2.1 is not an address of this machine; set an address with --host\n',
  });
});

test('the message for a port in use names the port and suggests alternatives', async () => {
  const { port } = await serveHttp();
  const { code, err } = await runMock('--port', String(port));
  expect(code).toBe(1);
  expect(err).toBe(
    `vehicle-lookup-mock: port ${port} on 127.0.0.1 is in use; choose another port with --port, or use --port 0 for an available port\n`,
  );
});

test('--help lists every flag', async () => {
  const { code, out } = await runMock('--help');
  expect(code).toBe(0);
  for (const flag of ['--port <N>', '--host <HOST>', '--upstream <URL>']) expect(out).toContain(flag);
});

test('the upstream URL may end with the API path', async () => {
  const mock = await startMock(['--upstream', `${await closedAddress()}/api/`]);
  expect((await fetch(`${mock.address}/api/?user=u&key=k&brands=1`)).status).toBe(502);
});

describe('with --record', () => {
  const upstream = () =>
    serveHttp((request, response) => sendJson(response, 200, { success: true, data: [], path: request.url }));

  test('forwarded requests are recorded with masked credentials in the query', async () => {
    const file = join(temporaryDirectory(), 'traffic.ndjson');
    const { address } = await upstream();
    const mock = await startMock(['--upstream', address, '--record', file]);
    const basic = `Basic ${Buffer.from(`somebody:${CANARY}`).toString('base64')}`;
    await fetch(`${mock.address}/api/?${new URLSearchParams({ user: 'u', key: CANARY })}&brands=1`);
    await fetch(`${mock.address}/api/?brands=1`, { headers: { authorization: basic } });
    await fetch(`${mock.address}/api/?brands=1`);
    const text = readFileSync(file, 'utf8');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { request: { method: 'GET', url: `${address}/api/?user=***&key=***&brands=1` }, response: { echoed: ['body'] } },
      { request: { url: `${address}/api/?brands=1&user=***&key=***` }, response: { status: 200 } },
      { request: { url: `${address}/api/?brands=1` } },
    ]);
    expect(canaryIn(text)).toEqual([]);
    expect(text).not.toContain('somebody');
  });

  test('a full disk stops the recording with one message, but does not affect requests', async () => {
    const { address } = await upstream();
    const file = join(temporaryDirectory(), 'full');
    symlinkSync('/dev/full', file);
    const mock = await startMock(['--upstream', address, '--record', file]);
    const ask = async () => (await fetch(`${mock.address}/api/?user=u&key=${CANARY}&brands=1`)).status;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    const { err } = await mock.stop();
    const line = `--record: recording to ${file} stopped (ENOSPC); requests continue`;
    expect(err).toBe(`vehicle-lookup-mock: ${line}\n`);
  });

  test('a file that cannot be written is rejected', async () => {
    const { code, err } = await runMock('--upstream', 'http://127.0.0.1:1', '--record', temporaryDirectory());
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^vehicle-lookup-mock: --record: .*EISDIR/) });
  });
});

test('prism mock with the same document returns the body of the first operation for every operation', async () => {
  const { port, origin } = new URL(await closedAddress());
  const args = ['mock', require.resolve('@vehicle-lookup/spec/openapi.json'), '-p', port, '-h', '127.0.0.1'];
  const prism = start(require.resolve('@stoplight/prism-cli/dist/index.js'), args);
  await prism.printed('listening');
  const operations = [...new Set(examples.map(({ operation }) => operation))];
  const answers = [];
  for (const operation of operations) {
    const response = await fetch(`${origin}/api/?user=u&key=k&${queryOf(operation)}`);
    answers.push({ status: response.status, body: await response.json() });
  }
  const [first] = answers;
  const valid = operations.filter((operation) => validate(operation, 200, first?.body).ok);
  expect(answers).toEqual(operations.map(() => ({ status: 200, body: first?.body })));
  expect(valid).toContain(operations[0]);
  expect(valid.length).toBeLessThan(operations.length);
});
