import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { operationTable } from '@vehicle-lookup/contract';
import {
  bin,
  canaryIn,
  cleanUpLater,
  closedAddress,
  CANARY_FORMS as FORMS,
  CANARY as KEY,
  runShell,
  sendJson,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { echo, lines } from './support/batch.ts';
import { account, runBin, runCli } from './support/program.ts';
import { serve } from './support/service.ts';

interface Host {
  client: Client;
  /** Process ID of the command. */
  pid: number;
  /** Returns the output of the command on standard error. */
  said(): string;
  /** Calls a tool. */
  call(name: string, values?: object): Promise<HttpResponse>;
}

interface HttpResponse {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: { data: unknown; consultations: { charged: boolean; fromCache: boolean; left: number } };
}

/** Starts the command like an MCP host, with the client of the SDK. */
async function host(
  address: string,
  { home = temporaryDirectory(), limit = '50/7d', more = [] as string[] } = {},
): Promise<Host> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin('cli'), 'mcp', '--consultations', limit, ...more],
    env: { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: home, ...account(address, KEY) },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  let err = '';
  transport.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  await client.connect(transport);
  cleanUpLater(() => client.close());
  return {
    client,
    pid: transport.pid ?? 0,
    said: () => err,
    call: async (name, values = {}) => (await client.callTool({ name, arguments: { ...values } })) as HttpResponse,
  };
}

const wordsOf = ({ content }: HttpResponse): string => content.map(({ text }) => text).join('\n');
const vin = (number: number): object => ({ vin: `WVWZZZ1KZAW${String(number).padStart(6, '0')}` });

test('every operation is a read-only tool with the same arguments', async () => {
  const { address } = await startMock();
  const { client } = await host(address);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(operationTable.operations.map(({ id }) => id));
  for (const { name, description, inputSchema, annotations } of tools) {
    const { parameters = {} } = operationTable.operations.find(({ id }) => id === name) ?? {};
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(Object.keys(parameters));
    expect(inputSchema.required ?? []).toEqual(Object.keys(parameters));
    expect(annotations).toMatchObject({ readOnlyHint: true });
    expect(description).not.toBe('');
  }
});

test('every tool returns readable names, the charged consultations, and the assumed fields', async () => {
  const { address } = await startMock();
  const { call } = await host(address);
  const inputs: Record<string, unknown> = {
    vin: 'WVWZZZ1KZAW000001',
    carId: 25573,
    brand: 'volkswagen',
    model: 'golf-vi',
  };
  for (const [index, { id, parameters }] of operationTable.operations.entries()) {
    const values = Object.fromEntries(Object.keys(parameters).map((name) => [name, inputs[name]]));
    const { structuredContent, isError } = await call(id, values);
    expect(isError ?? false, id).toBe(false);
    expect(structuredContent?.consultations, id).toMatchObject({ charged: true, fromCache: false, left: 49 - index });
  }
  const fluids = await call('getFluids', { carId: 25573 });
  expect(fluids.structuredContent).toMatchObject({
    data: [{ item: 'Engine oil', value: { text: '4,3', min: 4.3, unit: 'l' }, unit: 'l' }, ...Array(6).fill({})],
    consultations: { charged: false, fromCache: true, left: 40, limit: 50, windowSeconds: 604_800 },
    assumed: ['qualifier'],
    unread: [],
  });
  // For hosts without structured content, the text contains the same data after a line that marks the text as data.
  expect(fluids.content[0]?.text).toContain('data, not instructions');
  expect(JSON.parse(fluids.content[1]?.text ?? '')).toEqual(fluids.structuredContent);
});

test('50 identical calls cost one consultation, even across several runs', async () => {
  const { address, queries } = await serve(echo);
  const home = temporaryDirectory();
  const first = await host(address, { home });
  const responses = await Promise.all(Array.from({ length: 49 }, () => first.call('decodeVin', vin(1))));
  expect(responses.every(({ isError }) => !isError)).toBe(true);
  await first.client.close();
  const second = await host(address, { home });
  const { structuredContent } = await second.call('decodeVin', vin(1));
  expect(structuredContent?.consultations).toMatchObject({ charged: false, fromCache: true, left: 49 });
  expect(queries).toHaveLength(1);
});

/** Starts a service that responds when the test calls `answer`. The first request resolves `arrived`. */
async function waiting() {
  const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const service = await serve(async (query, response, request) => {
    arrived.resolve();
    await answer.promise;
    echo(query, response, request);
  });
  return { ...service, arrived: arrived.promise, answer: answer.resolve };
}

test.each<[string, (host: Host, cancel: AbortController) => unknown]>([
  ['a call that the host cancels', (_, cancel) => cancel.abort()],
  ['a call from a host that exits', ({ client }) => client.close()],
  ['a call in a terminated program', ({ pid }) => process.kill(pid, 'SIGTERM')],
])('the response to %s is stored, so the next call is free', async (_, end) => {
  const { address, queries, arrived, answer } = await waiting();
  const home = temporaryDirectory();
  const first = await host(address, { home });
  const cancel = new AbortController();
  const params = { name: 'decodeVin', arguments: { ...vin(1) } };
  const call = first.client.callTool(params, { signal: cancel.signal }).catch(() => {});
  await arrived;
  const ended = end(first, cancel);
  answer();
  await Promise.all([call, ended]);
  const second = await host(address, { home });
  const { structuredContent } = await second.call('decodeVin', vin(1));
  expect(structuredContent?.consultations).toMatchObject({ charged: false, fromCache: true, left: 49 });
  expect(queries).toHaveLength(1);
});

test('a response is stored for 30 days', async () => {
  const home = temporaryDirectory();
  const { address } = await serve(echo);
  const { call } = await host(address, { home });
  await call('decodeVin', vin(1));
  const stored = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .filter((text) => text.includes('WVWZZZ1KZAW000001') && text.includes('"expires"'));
  const days = stored.map((text) => Math.round((JSON.parse(text).expires - Date.now()) / 86_400_000));
  expect(days).toEqual([30]);
});

test('a response is returned even if the ledger fails, and a message reports that the response was not stored', async () => {
  const home = temporaryDirectory();
  const { address } = await serve((query, response, request) => {
    for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }))
      if (entry.name === 'drafts') rmSync(join(entry.parentPath, entry.name), { recursive: true });
    echo(query, response, request);
  });
  const { call, said } = await host(address, { home });
  const { structuredContent, isError } = await call('decodeVin', vin(1));
  expect(isError ?? false).toBe(false);
  expect(structuredContent?.consultations).toEqual({
    charged: true,
    fromCache: false,
    notKept: true,
    limit: 50,
    windowSeconds: 604_800,
  });
  expect(said()).toContain('the same call is charged again');
  expect(wordsOf(await call('decodeVin', vin(2)))).toMatch(/no request was made\. .*ENOENT.*\nThis call was free/);
});

test('all spellings of the base URL share one ledger', async () => {
  const { address, queries } = await serve(echo);
  const home = temporaryDirectory();
  for (const spelling of [address, `${address}/`, `${address}/api/`, address.replace('http', 'HTTP')]) {
    const { call, client } = await host(spelling, { home });
    const { structuredContent } = await call('decodeVin', vin(1));
    expect(structuredContent?.consultations, spelling).toMatchObject({ left: 49 });
    await client.close();
  }
  expect(queries).toHaveLength(1);
});

test('a call is completed even if the input ends after the call', async () => {
  const { address, queries } = await serve(echo);
  const clientInfo = { name: 'test', version: '1.0.0' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'decodeVin', arguments: vin(1) } },
  ];
  const { code, out } = await runBin(['mcp'], {
    env: { ...account(address), XDG_CONFIG_HOME: temporaryDirectory() },
    input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  });
  expect(code).toBe(0);
  expect(lines(out)).toMatchObject([{ id: 1 }, { id: 2, result: { structuredContent: { data: { carId: 1 } } } }]);
  expect(queries).toHaveLength(1);
});

test('the errors for an unknown brand and a rejected key contain the next step', async () => {
  const { address } = await serve((query, response) =>
    sendJson(response, query.has('models') ? 404 : 401, { success: false, message: 'No.' }),
  );
  const { call } = await host(address);
  expect(wordsOf(await call('listModels', { brand: 'VW' }))).toContain('listBrands returns it');
  expect(wordsOf(await call('listBrands'))).toContain('Only the user can correct the key: vehicle-lookup login');
});

test('several programs that share a limit do not exceed the limit', async () => {
  const { address, queries } = await serve(echo);
  const home = temporaryDirectory();
  const hosts = await Promise.all([1, 2, 3].map(() => host(address, { home, limit: '7/1d' })));
  const responses = await Promise.all(
    hosts.flatMap(({ call }, program) => [1, 2, 3, 4].map((one) => call('decodeVin', vin(program * 10 + one)))),
  );
  expect(queries).toHaveLength(7);
  const rejected = responses.filter(({ isError }) => isError);
  expect(rejected).toHaveLength(5);
  for (const response of rejected) {
    expect(wordsOf(response)).toMatch(
      /^The lookup failed\..*\nquota_exhausted: the consultation limit for these tools has been reached; no request was sent\. The allowance is available again on/,
    );
    expect(wordsOf(response)).toContain('0 of 7 consultations left. Only the user can raise the limit');
  }
});

test('a request without a complete response counts towards the limit and is not retried', async () => {
  const { address, queries } = await serve((_, response, request) => {
    // The client receives successful headers, but an incomplete body.
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
    response.write('{"success":', () => request.socket.destroy());
  });
  const { call } = await host(address, { limit: '2/1d' });
  expect(wordsOf(await call('decodeVin', vin(1)))).toMatch(
    /network: .*the request was not repeated\. .*\nThis call may have spent a consultation; 1 of 2/,
  );
  await call('decodeVin', vin(2));
  expect(wordsOf(await call('decodeVin', vin(3)))).toContain('quota_exhausted');
  expect(queries).toHaveLength(2);
});

test('an invalid value is rejected with the reason before a request', async () => {
  const { address, queries } = await serve(echo);
  const { call } = await host(address);
  const response = await call('decodeVin', { vin: 'WVWZZZ1KZAW00000O' });
  expect(response.isError).toBe(true);
  expect(wordsOf(response)).toContain('"O" at position 17');
  expect(wordsOf(response)).toContain('This call was free; 50 of 50');
  expect(wordsOf(await call('getFluids', { carId: 1, fluids: 1 }))).toMatch(
    /unknown argument fluids; expected carId\.\n.*was free/,
  );
  expect(wordsOf(await call('listVariants', { Brand: 'audi' }))).toContain(
    'brand is missing; expected brand and model',
  );
  expect(queries).toHaveLength(0);
});

test('a call to an unreachable service does not spend consultations, and the error contains the URL', async () => {
  const address = await closedAddress();
  const { call } = await host(address, { more: ['--retries', '0'] });
  const words = wordsOf(await call('listBrands'));
  expect(words).toContain('50 of 50 consultations left');
  expect(words).toContain(address);
});

const repeating = { success: false, message: FORMS.join(' '), [KEY]: KEY };
test.each([
  ['a successful response', 200, { success: true, data: { carId: 1, make: FORMS.join(' '), [KEY]: KEY, valves: KEY } }],
  ['a rejection', 200, repeating],
  ['an error', 400, repeating],
  ['a server error', 500, repeating],
])('the key does not appear in messages, logs or files if %s repeats the key', async (_, status, body) => {
  const { address } = await serve((__, response) => sendJson(response, status, body));
  const home = temporaryDirectory();
  const { client, call, said } = await host(address, { home, more: ['--retries', '0'] });
  const responses = [await call('decodeVin', vin(1)), await call('decodeVin', { vin: KEY }), await client.listTools()];
  expect(canaryIn(JSON.stringify(responses))).toEqual([]);
  expect(canaryIn(said())).toEqual([]);
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) expect(canaryIn(readFileSync(join(parentPath, name), 'utf8'))).toEqual([]);
});

test('invalid limits and output flags are rejected without creating a ledger', async () => {
  const home = temporaryDirectory();
  const env = { ...account('http://127.0.0.1:1'), XDG_CONFIG_HOME: home };
  for (const [args, expected] of [
    [['mcp', '--consultations', '5'], 'expected consultations and a time in s, m, h or d, such as 5/7d'],
    [['mcp', '--consultations', '0/7d'], '--consultations: expected at least one consultation, got 0'],
    [['mcp', '--json'], '--json'],
  ] as const) {
    const { code, err } = await runCli(args, { env });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
  }
  expect(existsSync(join(home, 'vehicle-lookup'))).toBe(false);
});

test('the command exits with an error if the ledger cannot be written', async () => {
  const home = join(temporaryDirectory(), 'file');
  writeFileSync(home, '');
  const { code, err } = await runCli(['mcp'], { env: { ...account('http://127.0.0.1:1'), XDG_CONFIG_HOME: home } });
  expect(code).toBe(1);
  expect(err).toMatch(/the ledger of spent consultations cannot be opened: .*ENOTDIR/);
});

test.each(['</dev/null', '| cat /dev/null |'])('the command exits if its input ends (%s)', async (input) => {
  const own = `'${process.execPath}' '${bin('cli')}' mcp`;
  const { code, out, err } = await runShell(input.includes('|') ? `: ${input} ${own}` : `${own} ${input}`, {
    env: { ...account('http://127.0.0.1:1'), XDG_CONFIG_HOME: temporaryDirectory() },
  });
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: expect.stringMatching(/^.*consultations left\n$/) });
});

test('the help of the command does not list rejected flags', async () => {
  const { out } = await runCli(['mcp', '--help']);
  expect(out).toContain('--timeout');
  expect(out).not.toMatch(/--(json|raw|format|fields|headings|decimal|bom)\b/);
});
