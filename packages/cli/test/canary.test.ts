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
  'is not running': undefined,
  'cuts the connection': (_, __, request) => request.socket.destroy(),
  'repeats the key in an error': (_, response) => sendJson(response, 400, repeating),
  'repeats the key in a rejection': (_, response) => sendJson(response, 200, repeating),
  'repeats the key in a server error': (_, response) => sendJson(response, 500, repeating),
  'reports an exhausted quota': (_, response) => sendJson(response, 429, repeating, { 'retry-after': '99999' }),
  'redirects to a URL with the key': (_, response, request) =>
    sendJson(response, 302, '', { location: `https://127.0.0.1:1${request.url}` }),
  'returns HTML with the key': (_, response, request) => sendJson(response, 502, `<p>${KEY} ${request.url}`),
  'returns invalid JSON with the key': (_, response) => sendJson(response, 200, `{"data":"${FORMS.join(' ')}`),
};

test.each(Object.entries(services))('the key does not appear in the output if the service %s', async (_, respond) => {
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

test('the key does not appear in the message about values that could not be parsed', async () => {
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
  ['as an excess argument', ['decode', VIN, KEY]],
  ['as the key file name', ['brands', '--key-file', KEY]],
  ['as a timeout', ['brands', '--timeout', KEY]],
  ['in the base URL', ['brands', '--base-url', `http://127.0.0.1:1/api/?key=${encodeURIComponent(KEY)}`]],
  ['as the base URL', ['brands', '--base-url', KEY]],
])('the key does not appear in the output if it was passed %s', async (_, args) => {
  const { code, out, err } = await runCli(args, { env: account('http://127.0.0.1:1') });
  expect(code).toBe(2);
  expect(canaryIn(out + err)).toEqual([]);
});

test('a known key without special characters does not appear in the output if it was passed as an argument', async () => {
  const key = 'plain-canary-key';
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, key);
  for (const args of [[key], ['fluids', key], ['brands', `--${key}`]]) {
    const { out, err } = await runCli(args, { env: account('http://127.0.0.1:1', key) });
    expect(out + err).not.toContain(key);
  }
});
