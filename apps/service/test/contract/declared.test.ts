import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { at, type Document, dereference, jsonOf, member, members, readOperations } from '@vehicle-lookup/openapi';
import { beforeAll, expect, test } from 'vitest';
import { exampleParameters } from '../../demo/examples.ts';
import { StorageError } from '../../src/database/storage-error.ts';
import { commonHeaders, corsHeaders } from '../../src/http/app.ts';
import { notImplemented } from '../../src/http/lookup/responses.ts';
import { fakeAdmit, fakeCatalogue, fakeQuota, fakeSource, MANY, PAID } from '../http/fakes.ts';
import { type AppServer, as, get, raw, responses, start } from '../http/server.ts';

// Checks every response that the service can send to an API request against the contract that the service serves.

const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8'),
);
const ORIGIN = 'https://app.example';
const PAGE = { headers: { origin: ORIGIN } };

/** A response that the service has sent. */
interface SentResponse {
  /** The operation that declares the response; `options` for the method OPTIONS. */
  operation: string;
  status: number;
  headers: Map<string, string>;
  body: unknown;
}

/** Headers that HTTP adds to any response. OpenAPI ignores a declared `Content-Type` header. */
const OF_HTTP = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/** Returns the headers that the contract declares for a status of an operation, keyed by lower-case name. */
function declaredHeaders(operation: string, status: number): Map<string, { pattern?: string; const?: string }> {
  const place = operation === 'options' ? '/paths/~1api~1/options' : `/components/pathItems/${operation}/get`;
  const response = dereference(contract, at(contract, `${place}/responses/${status}`));
  return new Map(
    members(member(response, 'headers')).map(([name, header]) => [
      name.toLowerCase(),
      dereference(contract, member(dereference(contract, header), 'schema')) as object,
    ]),
  );
}

/** Returns the headers of a response that are undeclared or have a value that the schema rejects. */
const undeclared = ({ operation, status, headers }: SentResponse): string[] =>
  [...headers].flatMap(([name, value]) => {
    const schema = declaredHeaders(operation, status).get(name);
    const fits =
      schema !== undefined &&
      (schema.const ?? value) === value &&
      (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value));
    return fits || OF_HTTP.has(name) ? [] : [`${operation} ${status} ${name}: ${value}`];
  });

const allSent: SentResponse[] = [];

async function ask(
  server: AppServer,
  operation: string,
  query: string,
  init: RequestInit = {},
): Promise<SentResponse['status']> {
  const { status, headers, body } = await get(server, query, {
    ...init,
    headers: { ...PAGE.headers, ...init.headers },
  });
  allSent.push({ operation, status, headers: new Map(headers), body });
  return status;
}

/** Adds the responses received on a connection. */
function receive(operation: string, received: string): void {
  for (const { status, head, body } of responses(received)) {
    const lines = head.split('\r\n').slice(1);
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    allSent.push({ operation, status, headers: new Map(headers), body: JSON.parse(body) });
  }
}

/** Runs eight searches and records the response to the ninth search. */
async function askWhileSearching(): Promise<void> {
  const catalogue = fakeCatalogue();
  const state = { running: 0, end: false };
  catalogue.engines = async function* () {
    state.running++;
    while (!state.end) await nextTurn();
    yield ['{}'];
  };
  const server = await start({ catalogues: fakeSource(catalogue), corsOrigin: [ORIGIN] });
  const query = as('paid', `vin=${MANY}&getEngines=1`);
  const eight = Array.from({ length: 8 }, () => get(server, query));
  while (state.running < 8) await nextTurn();
  await ask(server, 'getEngines', query);
  state.end = true;
  await Promise.all(eight);
}

beforeAll(async () => {
  const plans = { paid: PAID, one: { ...PAID, limit: 1 }, quick: { ...PAID, burst: 1 } };
  const server = await start({ admit: fakeAdmit(plans), corsOrigin: [ORIGIN] });
  const query = new URLSearchParams(exampleParameters('listModels')).toString();
  const models = (user: string, key?: string) => ask(server, 'listModels', as(user, query, key));
  for (const user of ['paid', 'one', 'one', 'quick', 'quick', 'locked', 'unknown']) await models(user);
  await ask(server, 'listModels', query);
  await ask(server, 'listModels', as('paid', 'models=1'));
  await ask(server, 'listModels', as('paid', 'brand=none&models=1'));
  await ask(server, 'listModels', `${as('paid', query)}&${'x'.repeat(3000)}`);
  await ask(server, 'listModels', as('paid', query), { method: 'POST' });
  await ask(server, 'getOemParts', as('free', 'carId=25573&oemParts=1'));
  await ask(server, 'options', '', { method: 'OPTIONS' });

  for (const reason of ['full', 'failed'] as const) {
    const error = new StorageError(reason, 'accounts', 'no room left', undefined);
    const quota = { ...fakeQuota(), charge: () => Promise.reject(error) };
    await ask(await start({ quota, corsOrigin: [ORIGIN] }), 'listModels', as('paid', query));
  }
  await askWhileSearching();
  await ask(await start({ addressLimit: 0, corsOrigin: [ORIGIN] }), 'listModels', as('paid', query));
  const overloadLimit = () => undefined;
  await ask(await start({ overloadLimit, corsOrigin: [ORIGIN] }), 'listModels', as('paid', query));

  receive(
    'listModels',
    await raw(server.port, `GET /api/ HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
  );
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.app.once('connection', (socket) => server.app.emit('clientError', late, socket));
  receive('listModels', await raw(server.port, ''));
  // Every operation of this build has a handler.
  const headers = { ...commonHeaders('3f1d2c4e-8a57-4b0e-9c61-0d5a7e2f4b38'), ...corsHeaders([ORIGIN], ORIGIN, 'GET') };
  const { status, body } = notImplemented;
  allSent.push({
    operation: 'listModels',
    status,
    headers: new Map(Object.entries(headers)),
    body: JSON.parse(String(body)),
  });
});

const SENT = [200, 204, 400, 401, 403, 404, 405, 408, 414, 429, 431, 500, 501, 503];

test('the responses in this test have every status in the sources', () => {
  const directories = ['apps/service/src/http', 'packages/toolkit/src/http'];
  const root = join(import.meta.dirname, '../../../..');
  const files = directories.flatMap((directory) => globSync(join(root, directory, '**/*.ts')));
  // The admin port has a different contract.
  const texts = files.filter((file) => !file.endsWith('/admin.ts')).map((file) => readFileSync(file, 'utf8'));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:\b(?:rejection|reject|errorResponse)\((?:\s*table,)?|\bstatus:)\s*(\d{3})\b/g)].map(
      ([, code]) => Number(code),
    ),
  );
  expect([...new Set(named)].sort()).toEqual(SENT);
  expect([...new Set(allSent.map(({ status }) => status))].sort()).toEqual(SENT);
});

test('the sent statuses equal the declared statuses', () => {
  const declared = readOperations(contract).flatMap((operation) => operation.responses.map(({ status }) => status));
  const options = Object.keys(Object(at(contract, '/paths/~1api~1/options/responses')));
  expect([...new Set([...declared, ...options])].sort()).toEqual(SENT.map(String));
});

test('every sent header is declared for its status, with a schema that allows its value', () => {
  expect(allSent.flatMap(undeclared)).toEqual([]);
});

test('every header that is declared for a status is sent with this status', () => {
  const missing = readOperations(contract)
    .flatMap(({ id, responses }) => responses.map(({ status }): [string, number] => [id, Number(status)]))
    .concat([['options', 204]])
    .flatMap(([operation, status]) => {
      const same = allSent.filter((response) => response.status === status);
      const sent = new Set(same.flatMap(({ headers }) => [...headers.keys()]));
      return [...declaredHeaders(operation, status).keys()]
        .filter((name) => !sent.has(name))
        .map((name) => `${operation} ${status} ${name}`);
    });
  expect(missing).toEqual([]);
});

test('an error body that does not depend on the query equals an example in the contract', () => {
  const free = allSent.filter(({ status }) => status > 400 && status !== 404);
  expect(free.length).toBeGreaterThan(12);
  for (const { operation, status, body } of free) {
    const declared = readOperations(contract).find(({ id }) => id === operation);
    const response = declared?.responses.find((one) => one.status === String(status));
    const examples = response && jsonOf(response)?.examples.map(({ value }) => value);
    expect(examples, `${status} ${JSON.stringify(body)}`).toContainEqual(body);
  }
});

test('each 429 response has Retry-After, and RateLimit if the limit belongs to the plan', () => {
  const limited = allSent.filter(({ status }) => status === 429).map(({ headers }) => headers);
  expect(limited.map((headers) => [headers.has('retry-after'), headers.get('ratelimit')])).toEqual([
    [true, '"allowance";r=0;t=86400'],
    [true, '"burst";r=0;t=1'],
    [true, undefined],
    [true, undefined],
  ]);
});
