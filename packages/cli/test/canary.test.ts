import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canaryIn,
  closedAddress,
  CANARY_FORMS as FORMS,
  CANARY as KEY,
  sendJson,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { fileOf } from './support/files.ts';
import { account, runCli } from './support/program.ts';
import { type Responder, serve } from './support/service.ts';

const VIN = 'WVWZZZ1KZAW000001';

const repeating = { success: false, message: FORMS.join(' '), [KEY]: KEY };
const services: Record<string, Responder | undefined> = {
  'does not listen': undefined,
  'cuts the connection': (_, __, request) => request.socket.destroy(),
  'repeats it in an error': (_, response) => sendJson(response, 400, repeating),
  'repeats it in a rejection': (_, response) => sendJson(response, 200, repeating),
  'repeats it in an error of the server': (_, response) => sendJson(response, 500, repeating),
  'says that the quota is exhausted': (_, response) => sendJson(response, 429, repeating, { 'retry-after': '99999' }),
  'redirects to it': (_, response, request) =>
    sendJson(response, 302, '', { location: `https://127.0.0.1:1${request.url}` }),
  'answers a page that holds it': (_, response, request) => sendJson(response, 502, `<p>${KEY} ${request.url}`),
  'answers broken JSON that holds it': (_, response) => sendJson(response, 200, `{"data":"${FORMS.join(' ')}`),
};

test.each(Object.entries(services))('the key is in no output when the service %s', async (_, respond) => {
  const address = respond ? (await serve(respond)).address : await closedAddress();
  const file = join(temporaryDirectory(), 'out.ndjson');
  const list = fileOf([VIN]);
  for (const args of [
    ['decode', VIN],
    ['decode', VIN, '--json'],
    ['decode', VIN, '--raw'],
    ['decode', '--from', list],
    ['decode', '--from', list, '--raw', '--output', file],
  ]) {
    const { out, err } = await runCli([...args, '--retries', '0'], { env: account(address, KEY) });
    expect(out + err).not.toBe('');
    expect(canaryIn(out + err)).toEqual([]);
  }
  expect(canaryIn(existsSync(file) ? readFileSync(file, 'utf8') : '')).toEqual([]);
});

test('the key is in no message about values that could not be read', async () => {
  const odd = Object.fromEntries(FORMS.map((form) => [form, { [form]: form }]));
  const { address } = await serve((_, response) =>
    sendJson(response, 200, { success: true, data: { carId: 1, ...odd, valves: FORMS.join(' ') } }),
  );
  const { code, err } = await runCli(['decode', VIN], { env: account(address, KEY) });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('/data/valves (expected a number)') });
  expect(canaryIn(err)).toEqual([]);
  expect(canaryIn(err.replaceAll('~1', '/'))).toEqual([]);
});

test.each([
  ['as a command', [KEY]],
  ['as a flag', [`--${KEY}`]],
  ['as a value of --key', ['brands', '--key', KEY]],
  ['as a value of a misspelt flag', ['brands', `--kee=${KEY}`]],
  ['as a VIN', ['decode', KEY]],
  ['as a carId', ['fluids', KEY]],
  ['as an excess word', ['decode', VIN, KEY]],
  ['as the name of the key file', ['brands', '--key-file', KEY]],
  ['as a timeout', ['brands', '--timeout', KEY]],
  ['in the base URL', ['brands', '--base-url', `http://127.0.0.1:1/api/?key=${encodeURIComponent(KEY)}`]],
  ['as the base URL', ['brands', '--base-url', KEY]],
])('the key is in no output when it was typed %s', async (_, args) => {
  const { code, out, err } = await runCli(args, { env: account('http://127.0.0.1:1') });
  expect(code).toBe(2);
  expect(canaryIn(out + err)).toEqual([]);
});

test('a known key of plain letters in the wrong place is not repeated', async () => {
  const key = 'plain-canary-key';
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, key);
  for (const args of [[key], ['fluids', key], ['brands', `--${key}`]]) {
    const { out, err } = await runCli(args, { env: account('http://127.0.0.1:1', key) });
    expect(out + err).not.toContain(key);
  }
});
