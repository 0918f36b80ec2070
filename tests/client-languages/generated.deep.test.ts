import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { exampleQuery } from '@vehicle-lookup/openapi';
import {
  CANARY,
  canaryIn,
  closedAddress,
  hasToolChain,
  root,
  run,
  runCommand,
  sendJson,
  serveHttp,
  start,
  startMock,
  temporaryDirectory,
  toolChainNote,
} from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBuilt } from '../support/documented.ts';
import { type Call, type GeneratedLanguage, languages, python } from './programs.ts';

// Clients that are generated from clients.json, with the account in the proxy or in the adapters of examples/other-languages.
const source = join(root, 'spec/dist/clients.json');
const adapters = join(root, 'examples/other-languages/adapters');
const resolve = createRequire(import.meta.url).resolve;
const { document } = readBuilt(root);

const calls: Call[] = operationTable.operations.map(({ id, selectors }) => {
  const inputs = Object.entries(exampleQuery(document, id)).filter(([name]) => !Object.hasOwn(selectors, name));
  return { id, inputs: inputs.map(([name, value]) => [name, name === 'carId' ? Number(value) : value]) };
});

/** The responses of the service by `carId`. */
const FAULTS: Record<string, (request: IncomingMessage, outgoing: ServerResponse, elsewhere: string) => void> = {
  403: (_, outgoing) => sendJson(outgoing, 403, { success: false, message: 'No.' }),
  429: (_, outgoing) => sendJson(outgoing, 429, { success: false, message: 'No.' }, { 'retry-after': '1209600' }),
  302: ({ url }, outgoing, elsewhere) => sendJson(outgoing, 302, '', { location: `${elsewhere}${url}` }),
  599: (request) => request.socket.destroy(),
};
const faulty = Object.keys(FAULTS).map((carId): Call => ({ id: 'getFluids', inputs: [['carId', Number(carId)]] }));

interface Service {
  address: string;
  /** The received queries. */
  queries: string[];
  /** The requests that the redirect target received. */
  elsewhere: string[];
}

/** Starts the mock with the faults. */
async function serveFaults(): Promise<Service> {
  const mock = await startMock();
  const [queries, elsewhere]: [string[], string[]] = [[], []];
  const other = await serveHttp(({ url = '' }, outgoing) => {
    elsewhere.push(url);
    sendJson(outgoing, 200, { success: true, data: [] });
  });
  const { address } = await serveHttp(async (request, outgoing) => {
    const { search, searchParams } = new URL(request.url ?? '', mock.address);
    queries.push(search);
    const fault = FAULTS[searchParams.get('carId') ?? ''];
    if (fault) return fault(request, outgoing, other.address);
    const response = await fetch(`${mock.address}${request.url}`);
    sendJson(outgoing, response.status, await response.text());
  });
  return { address, queries, elsewhere };
}

let clients: string;
beforeAll(async () => {
  clients = temporaryDirectory();
  const redocly = join(
    dirname(createRequire(join(root, 'spec/package.json')).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  const generators = languages.flatMap(({ name }) => ['--generator', name.toLowerCase()]);
  const args = ['generate-client', source, ...generators, '--output', join(clients, 'client.ts')];
  const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  const { code, out, err } = await run(redocly, args, { cwd: clients, env });
  expect(code, out + err).toBe(0);
});

/** Runs a program in the directory of the client, the adapter and clients.json. @returns the output of the program */
async function runProgram(
  { client, adapter, home, file, commands, prepare }: GeneratedLanguage,
  program: string,
  env: Record<string, string> = {},
): Promise<string> {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, home), { recursive: true });
  copyFileSync(join(clients, client), join(cwd, home, client));
  copyFileSync(join(adapters, adapter), join(cwd, home, adapter));
  copyFileSync(source, join(cwd, home, 'clients.json'));
  writeFileSync(join(cwd, file), program);
  const own = { ...env, ...prepare?.(cwd) };
  let printed = '';
  for (const command of commands) {
    const { code, out, err } = await runCommand(command, { cwd, env: own });
    expect(code, out + err).toBe(0);
    printed += out + err;
  }
  return printed;
}

/** Expects a request for each operation, in order, and the same outcome for each fault in every language. */
function judge(printed: string, { queries, elsewhere }: Service): void {
  const lines = printed.split('\n').flatMap((line) => /^(?:ok|error) \w+/.exec(line)?.[0] ?? []);
  const good = calls.map(({ id }) => `ok ${id}`);
  const wrong = faulty.map(({ id }) => `error ${id}`);
  const unreachable = [...calls, ...faulty].map(({ id }) => `error ${id}`);
  expect(lines).toEqual([...good, ...wrong, ...unreachable]);
  const arrived = queries.map((query) => resolveOperation(query)).map((one) => one.ok && one.operation);
  expect(arrived.slice(0, calls.length)).toEqual(calls.map(({ id }) => id));
  expect(queries.filter((query) => query.includes('carId=429'))).toHaveLength(1);
  expect(elsewhere).toEqual([]);
  expect(canaryIn(printed)).toEqual([]);
}

/** Returns a program that makes all calls to the service and then to an unreachable URL. */
const programOf = async ({ program, connect }: GeneratedLanguage, way: 'adapter' | 'proxy', address: string) =>
  program(connect[way], [...calls, ...faulty], [address, await closedAddress()]);

describe.each(languages)('a generated client for $name', (language) => {
  const note = toolChainNote(language.tool);
  const isMissing = !hasToolChain(language.tool);

  test.skipIf(isMissing)(
    `reaches each operation with the documented adapter without showing the key${note}`,
    async () => {
      const service = await serveFaults();
      const program = await programOf(language, 'adapter', service.address);
      judge(await runProgram(language, program, { VEHICLE_LOOKUP_KEY: CANARY }), service);
    },
  );

  test.skipIf(isMissing)(`reaches each operation through the proxy, without an account${note}`, async () => {
    const service = await serveFaults();
    const directory = temporaryDirectory();
    copyFileSync(join(adapters, 'proxy.mjs'), join(directory, 'proxy.mjs'));
    mkdirSync(join(directory, 'node_modules/@vehicle-lookup'), { recursive: true });
    for (const name of ['@vehicle-lookup/client', '@vehicle-lookup/contract'])
      symlinkSync(dirname(resolve(`${name}/package.json`)), join(directory, 'node_modules', name));
    const account = {
      VEHICLE_LOOKUP_BASE_URL: service.address,
      VEHICLE_LOOKUP_USER: 'demo',
      VEHICLE_LOOKUP_KEY: CANARY,
    };
    const proxy = start(join(directory, 'proxy.mjs'), [], { env: { ...account, PORT: '0' } });
    await proxy.printed(/^http:\/\/.*\n/);
    const printed = await runProgram(language, await programOf(language, 'proxy', proxy.output.out.trim()));
    judge(printed + proxy.output.out + proxy.output.err, service);
  });
});

test.skipIf(!hasToolChain(python.tool))(
  `the program in the README prints fluids${toolChainNote(python.tool)}`,
  async () => {
    const { address } = await startMock();
    const readme = readFileSync(join(adapters, '../README.md'), 'utf8');
    const [, code = ''] = /```python\n(.*?)```/s.exec(readme) ?? [];
    const printed = await runProgram(python, code.replace('http://127.0.0.1:4010', address));
    expect(printed).toMatch(/^Engine oil 4,3$/m);
  },
);
