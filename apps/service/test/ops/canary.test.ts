import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { operationTable } from '@vehicle-lookup/operations';
import { expect, onTestFinished, test } from 'vitest';
import { filesOf, found } from './support/forms.ts';
import { createAccount, run, serve, temporaryFolder } from './support/run.ts';

/** A wrong key that every encoding changes. */
const WRONG = 'canary/Key+with=signs&"quotes"~';

const VALUES: Record<string, string> = {
  vin: 'WVWZZZ1KZAW000001',
  carId: '25573',
  brand: 'volkswagen',
  model: 'golf-vi',
};

/** Takes traces, as an OpenTelemetry collector does. */
async function collector(): Promise<{ address: string; spans(): string }> {
  let spans = '';
  const server = createServer(async (request, response) => {
    spans += await text(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans: () => spans };
}

/** Sends bytes as they are and reads until the other side closes, or says nothing for a while. */
async function raw(address: string, bytes: string): Promise<string> {
  const { port, hostname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(500, () => socket.destroy());
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.end(bytes);
  await once(socket, 'close');
  return answer;
}

async function answerOf(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return JSON.stringify([response.status, response.statusText, ...response.headers, await response.text()]);
}

/** Sends a key through every operation and every error, well and malformed; gives all that came back. */
async function sendEverywhere(address: string, key: string): Promise<string[]> {
  const credentials = new URLSearchParams({ user: 'canary', key }).toString();
  const queries = operationTable.operations.flatMap(({ selectors, parameters }) => {
    const values = Object.keys(parameters).map((name) => [name, VALUES[name] ?? '']);
    const good = new URLSearchParams([...values, ...Object.entries(selectors)] as [string, string][]).toString();
    return [good, `${good}&${encodeURIComponent(key)}=1`, `${good}&carId=${encodeURIComponent(key)}`, `fluids=${key}`];
  });
  const answers: string[] = [];
  for (const query of queries) answers.push(await answerOf(`${address}/api/?${credentials}&${query}`));
  answers.push(
    await answerOf(`${address}/elsewhere/${encodeURIComponent(key)}?${credentials}`),
    await answerOf(`${address}/api/?${credentials}&${credentials}`),
    await answerOf(`${address}/api/?${credentials}`, { method: 'POST', body: key }),
    await answerOf(`${address}/api/?${credentials}`, { method: 'OPTIONS' }),
    await answerOf(`${address}/api/?${credentials}`, {
      headers: { authorization: `Bearer ${key}`, cookie: `key=${key}` },
    }),
    await answerOf(`${address}/api/?${credentials}&x=${'y'.repeat(4000)}`),
    await raw(address, `GET /api/?${credentials}&vin=%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    await raw(address, `GET http://x/api/?${credentials} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    await raw(address, `GET /api/?${credentials} HTTP/9.9\r\n\r\n`),
    await raw(address, `${key} ${credentials}\r\n\r\n`),
    await raw(address, `GET /api/?${credentials} HTTP/1.1\r\nHost: x\r\nX: ${credentials.repeat(500)}\r\n\r\n`),
  );
  return answers;
}

test('a key stands nowhere but on the terminal of its creation, through every answer and a crash', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const traces = await collector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.address, OTEL_BSP_SCHEDULE_DELAY: '50', VEHICLE_LOOKUP_DEBUG: '1' };
  const first = await serve(data, ['--log-level', 'debug'], { env });
  const { key } = await createAccount(data, 'canary', 'free');

  const answers = [...(await sendEverywhere(first.address, key)), ...(await sendEverywhere(first.address, WRONG))];
  const metrics = await answerOf(`${first.admin}/metrics`);
  const ready = await answerOf(`${first.admin}/ready`);
  await expect.poll(() => traces.spans(), { timeout: 10_000 }).toContain('vehicle_lookup');

  // A crash, with requests on their way.
  const last = Array.from({ length: 20 }, () =>
    answerOf(`${first.address}/api/?user=canary&key=${key}&vin=${VALUES.vin}`).catch(() => ''),
  );
  await first.kill();
  answers.push(...(await Promise.all(last)));
  const crashed = filesOf(data);

  const second = await serve(data);
  answers.push(await answerOf(`${second.address}/api/?user=canary&key=${key}&vin=${VALUES.vin}`));
  const told: string[] = [];
  for (const args of [['account', 'list'], ['key', 'list'], ['usage'], ['plan', 'list'], ['doctor']]) {
    for (const more of [[], ['--json']]) {
      const { out, err } = await run([...args, ...more, '--data-dir', data]);
      told.push(out, err);
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
      const { code, out, err } = await run([...args, '--data-dir', data]);
      expect(code).toBeGreaterThan(0);
      told.push(out, err);
    }
  }
  const backup = join(folder, 'backup.tar');
  expect((await run(['backup', backup, '--data-dir', data])).code).toBe(0);
  await second.stop();

  expect(answers.filter((answer) => answer.startsWith('[200'))).not.toHaveLength(0);
  const places = {
    answers: answers.join('\n'),
    metrics: metrics + ready,
    traces: traces.spans(),
    log: first.output() + second.output(),
    commands: told.join('\n'),
    ...crashed,
    ...filesOf(folder),
  };
  expect(Object.keys(places).length).toBeGreaterThan(8);
  expect([...found(key, places), ...found(WRONG, places)]).toEqual([]);
});

test('the search finds a key in each encoding', () => {
  const places = {
    plain: `a ${WRONG}`,
    percent: `?key=${encodeURIComponent(WRONG)}`,
    base64: Buffer.from(`user:${WRONG}!`).toString('base64'),
    hex: Buffer.from(`x${WRONG}`).toString('hex'),
    escaped: JSON.stringify({ WRONG }),
  };
  for (const [name, content] of Object.entries(places))
    expect(found(WRONG, { [name]: content })).toContain(`${name}: ${name}`);
  expect(found(WRONG, { clean: 'a canary, a key, some signs' })).toEqual([]);
});
