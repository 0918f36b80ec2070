import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { createFetch, type Layer } from '@vehicle-lookup/client';
import { operationTable, resolveOperation, toWire } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';
import { exampleQuery } from '@vehicle-lookup/openapi';
import {
  CANARY,
  canaryIn,
  installPackages,
  root,
  run,
  runCommand,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readBuilt } from './support/documented.ts';

// The clients that users generate from operations.json, as packages/contract/README.md shows, against the mock.
const readme = readFileSync(join(root, 'packages/contract/README.md'), 'utf8');
const commands = [...readme.matchAll(/made by\s+`(.*?)`/g)].map(([, command = '']) => command.split(' '));
const files = [...readme.matchAll(/```[jt]s\n\/\/ (\S+)\n(.*?)```/gs)].map(([, name = '', text = '']) => ({
  name,
  text,
}));
const { document } = readBuilt(root);
const resolve = createRequire(import.meta.url).resolve;

let directory: string;
let mock: { address: string };

beforeAll(async () => {
  directory = temporaryDirectory();
  mock = await startMock();
  mkdirSync(join(directory, 'node_modules/@vehicle-lookup'), { recursive: true });
  for (const name of ['@vehicle-lookup/contract', '@vehicle-lookup/spec']) {
    symlinkSync(dirname(resolve(`${name}/package.json`)), join(directory, 'node_modules', name));
  }
  for (const { name, text } of files) {
    writeFileSync(join(directory, name), text.replaceAll('http://127.0.0.1:4010', mock.address));
  }
  const tools = join(installPackages(join(root, 'spec/test/third-party')), '.bin');
  const env = { PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter) };
  for (const command of commands) {
    const { code, out, err } = await runCommand(command, { cwd: directory, env });
    expect(code, out + err).toBe(0);
  }
});

test('compile, as the README shows their use', async () => {
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
  const settings = '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,dom --module esnext';
  const sources = globSync('*.ts', { cwd: directory }).map((file) => join(directory, file));
  expect(sources).toHaveLength(3);
  const args = [...settings.split(' '), '--moduleResolution', 'bundler', '--types', '', ...sources];
  expect(await run(compiler, args)).toEqual({ code: 0, out: '', err: '' });
});

test('the types of the wire are those of a second generator: each fits the other, for every body of a success', async () => {
  const ids = operationTable.operations.map(({ id }) => id);
  const lines = ids.map((id) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Responses`;
    const body = `operations['${id}']['responses'][200]['content']['application/json']`;
    return `same<${body}, import('./hey-api/types.gen').${name}[200]>(true);`;
  });
  const source = [
    "import type { operations } from '@vehicle-lookup/contract/types';",
    'declare function same<A, B>(isSame: [A] extends [B] ? ([B] extends [A] ? true : false) : false): void;',
    ...lines,
    '// @ts-expect-error two operations differ',
    lines[0]?.replace(/import.*/, "operations['listBrands']['responses'][200]['content']['application/json']>(true);"),
  ].join('\n');
  writeFileSync(join(directory, 'same.mts'), source);
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
  const settings = '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,dom --module esnext --types';
  const args = [...settings.split(' '), '', '--moduleResolution', 'bundler', join(directory, 'same.mts')];
  expect(await run(compiler, args)).toEqual({ code: 0, out: '', err: '' });
});

interface HttpResponse {
  data: unknown;
  /** Of hey-api. */
  response?: Response;
  /** Of orval. */
  status?: number;
}

describe.each([
  {
    client: 'hey-api',
    snippet: 'with-hey-api.ts',
    module: 'hey-api/index.ts',
    options: (query: object) => ({ query }),
  },
  { client: 'orval', snippet: 'with-orval.ts', module: 'orval/vehicles.ts', options: (query: object) => query },
])('a client of $client', ({ snippet, module, options }) => {
  let methods: Record<string, (options: object) => Promise<HttpResponse>>;
  let printed: unknown[];
  beforeAll(async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    await import(join(directory, snippet)); // it also sets the client up
    printed = log.mock.calls.flat();
    log.mockRestore();
    methods = await import(join(directory, module));
  });

  test('prints a valid response, as the README shows', () => {
    expect(printed.map((body) => validate('getFluids', 200, body))).toMatchObject([{ ok: true }]);
  });

  test.each(operationTable.operations.map(({ id }) => id))('gets a valid response of %s', async (id) => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const response = await methods[id]?.(options(exampleQuery(document, id)));
    const sent = fetch.mock.calls.map(([request]) => new URL((request as Request).url));
    fetch.mockRestore();
    expect(sent.map(({ pathname }) => pathname)).toEqual([operationTable.path]);
    expect(resolveOperation(sent[0]?.search ?? '')).toMatchObject({ ok: true, operation: id });
    expect(response?.status ?? response?.response?.status).toBe(200);
    expect(validate(id, 200, response?.data)).toMatchObject({ ok: true });
  });
});

test('a client of hey-api on createFetch has its credentials and retries, and never sees the key', async () => {
  const { client } = await import(join(directory, 'hey-api/client.gen.ts'));
  const { getFluids } = await import(join(directory, 'hey-api/index.ts'));
  let attempts = 0;
  const firstFails: Layer = (next) => async (address, init) =>
    attempts++ ? next(address, init) : new Response('{}', { status: 503 });
  const account = { baseUrl: mock.address, user: 'demo', key: CANARY };
  const send = createFetch({ ...account, retry: { delay: 1 }, layers: [firstFails] });
  client.setConfig({ auth: undefined, fetch: (input: Request) => send(toWire(input)) });
  const { data, request, response } = await getFluids({ query: { carId: 25573, fluids: 1 } });
  expect(validate('getFluids', 200, data)).toMatchObject({ ok: true });
  expect(attempts).toBe(2);
  expect(canaryIn(`${request.url} ${response.url} ${JSON.stringify([data, ...response.headers])}`)).toEqual([]);
});
