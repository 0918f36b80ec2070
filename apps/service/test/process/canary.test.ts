import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { operationTable } from '@vehicle-lookup/contract';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { CANARY, serveHttp, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { exampleParameters } from '../../demo/examples.ts';
import { callProgram } from '../support/program.ts';
import { createAccount, createPlan, importVehicles, runService, serve } from '../support/service.ts';

/** An invalid key. */
const WRONG = CANARY;
/** The limit allows each operation once. The next request returns 429. */
const LIMIT = operationTable.operations.length;

/** Returns the content of every file in a directory, keyed by path, with one character per byte. */
function filesOf(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

/** Starts a server that accepts traces, like an OpenTelemetry collector. */
async function collector(): Promise<{ address: string; spans(): string }> {
  let spans = '';
  const { address } = await serveHttp(async (request, response) => {
    spans += JSON.stringify(request.headers) + (await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { address, spans: () => spans };
}

/** Sends bytes, half-closes the connection, and reads until the service closes it. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  socket.end(bytes);
  await once(socket, 'close');
  return response;
}

async function fetchAll(url: string, init?: RequestInit): Promise<{ status: number; response: string }> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status } = response;
  return {
    status,
    response: JSON.stringify([status, response.statusText, ...response.headers, await response.text()]),
  };
}

/** Sends a key in valid and malformed requests to every operation. Returns all statuses and responses. */
async function sendEverywhere(address: string, port: number, key: string) {
  const encoded = encodeURIComponent(key);
  const who = `user=canary&key=${encoded}`;
  const queries = operationTable.operations.flatMap(({ id }) => {
    const valid = new URLSearchParams(exampleParameters(id)).toString();
    return [valid, `${valid}&${encoded}=1`, `${valid}&carId=${encoded}`];
  });
  const more = [
    'vin=ZZZZZZZZ',
    `fluids=${encoded}`,
    `brand=${encoded}&models=1`,
    `key=${encoded}`,
    'vin=%zz',
    'brands=1',
  ];
  const requests: [path: string, init?: RequestInit][] = [
    ...[...queries, ...more].map((query): [string] => [`/api/?${who}&${query}`]),
    [`/api/?${encoded}`],
    [`/api/?user=${encoded}&key=${encoded}`],
    [`/api/?${who}`, { method: 'POST', body: key }],
    [`/api/?${who}`, { method: 'OPTIONS' }],
    [`/api/?${who}`, { method: 'HEAD' }],
    [`/api/?${who}`, { headers: { authorization: `Bearer ${key}`, cookie: `key=${encoded}` } }],
    [`/api/?${who}&x=${'y'.repeat(4000)}`],
    [`/elsewhere/${encoded}?${who}`],
    [`/%zz${encoded}?${who}`],
    [`/api/%3F${who}`],
  ];
  const statuses: number[] = [];
  const responses: string[] = [];
  for (const [path, init] of requests) {
    const { status, response } = await fetchAll(address + path, init);
    statuses.push(status);
    responses.push(response);
  }
  for (const bytes of [
    `GET /api/?${who}&vin=%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET http://x/api/?${who} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${who}\r\n\r\n`,
    `TRACE /api/?${who} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET /api/?${who}&brand=a b HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /api/?${who} HTTP/9.9\r\n\r\n`,
    `${key} ${who}\r\n\r\n`,
    `GET /api/?${who} HTTP/1.1\r\nHost: x\r\nX: ${who.repeat(2_000)}\r\n\r\n`,
  ]) {
    responses.push(await sendRaw(port, bytes));
  }
  return { statuses, responses };
}

test('a key appears only on the terminal on which it was created, even after errors and a crash', async () => {
  const parent = temporaryDirectory();
  const data = join(parent, 'data');
  const traces = await collector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.address, OTEL_BSP_SCHEDULE_DELAY: '50', VEHICLE_LOOKUP_DEBUG: '1' };
  await createPlan(data, 'small', { limit: LIMIT });
  const { key } = await createAccount(data, 'canary', 'small');
  await importVehicles(data);
  const first = await serve(data, ['--log-level', 'debug'], { env });

  const right = await sendEverywhere(first.address, first.port, key);
  expect([...new Set(right.statuses)].sort()).toEqual([200, 204, 400, 401, 404, 405, 414, 429]);
  await createPlan(data, 'small', { limit: 1000, excluded: ['getOemParts'] });
  const restricted = await fetchAll(`${first.address}/api/?user=canary&key=${key}&carId=25573&oemParts=1`);
  expect(restricted.status).toBe(403);
  // Invalid keys are sent last, because they lock out the account.
  const wrong = await sendEverywhere(first.address, first.port, WRONG);
  const responses = [...right.responses, restricted.response, ...wrong.responses];
  const { response: metrics } = await fetchAll(`${first.admin}/metrics`);
  const { response: ready } = await fetchAll(`${first.admin}/ready?key=${key}`);
  await expect.poll(() => traces.spans()).toContain('getFluids');
  const { headers } = await fetch(first.address);
  await first.printed(headers.get('x-request-id') ?? 'a request ID');

  // A crash with requests in progress.
  const last = Array.from({ length: 20 }, () =>
    fetchAll(`${first.address}/api/?user=canary&key=${key}&vin=WVWZZZ1KZAW000001`).catch(() => ({ response: '' })),
  );
  await first.stop('SIGKILL');
  responses.push(...(await Promise.all(last)).map(({ response }) => response));
  const crashed = filesOf(data);

  const second = await serve(data);
  responses.push((await fetchAll(`${second.address}/api/?user=canary&key=${key}&vin=WVWZZZ1KZAW000001`)).response);
  const printed: string[] = [];
  for (const args of [['account', 'list'], ['key', 'list'], ['usage'], ['plan', 'list'], ['doctor']]) {
    for (const more of [[], ['--json']]) {
      const { out, err } = await callProgram(data, [...args, ...more]);
      printed.push(out, err);
    }
  }
  const url = (value: string) => `http://h/api/?user=u&key=${encodeURIComponent(value)}`;
  for (const secret of [key, WRONG]) {
    for (const args of [
      ['key', 'revoke', secret],
      ['import', url(secret)],
      ['serve', '--cors-origin', url(secret)],
      ['account', 'set-plan', '--user', 'canary', '--plan', url(secret)],
      ['account', 'set-plan', '--user', 'canary', '--plan', secret],
    ]) {
      const { code, out, err } = await callProgram(data, args);
      expect(code).toBeGreaterThan(0);
      printed.push(out, err);
    }
  }
  const debugged = await runService(['import', url(key), '--data-dir', data], { env: { VEHICLE_LOOKUP_DEBUG: '1' } });
  printed.push(debugged.out, debugged.err);
  expect((await callProgram(data, ['backup', join(parent, 'backup.tar')])).code).toBe(0);
  await second.stop();

  const places: Record<string, string> = {
    responses: responses.join('\n'),
    metrics: metrics + ready,
    traces: traces.spans(),
    log: first.output.all + second.output.all,
    commands: printed.join('\n'),
    ...crashed,
    ...filesOf(parent),
  };
  expect(places.log).toContain('getFluids');
  expect(Object.keys(places).length).toBeGreaterThan(8);
  const secrets = [key, WRONG];
  expect(Object.keys(places).filter((place) => leaks(places[place] ?? '', secrets))).toEqual([]);
  expect(leaks(`${places.commands}${key}`, secrets)).toBe(true);
});
