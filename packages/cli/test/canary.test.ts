import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, temporaryFolder } from './support/folder.ts';
import { at, run } from './support/program.ts';
import { type Answer, nobody, send, serve } from './support/service.ts';

/** A key that every usual encoding changes. */
const KEY = 'canary/Key+with=signs&"quotes"';
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  new URLSearchParams([['', KEY]]).toString().slice(1),
  JSON.stringify(KEY).slice(1, -1),
  Buffer.from(KEY).toString('base64').replace(/=+$/, ''),
  Buffer.from(KEY).toString('base64url'),
];
const found = (text: string): string[] => FORMS.filter((form) => text.includes(form));
const VIN = 'WVWZZZ1KZAW000001';

const repeating = { success: false, message: FORMS.join(' '), [KEY]: KEY };
const services: Record<string, Answer | undefined> = {
  'is not there': undefined,
  'hangs up': (_, __, request) => request.socket.destroy(),
  'repeats it in an error': (_, response) => send(response, 400, repeating),
  'repeats it in a refusal': (_, response) => send(response, 200, repeating),
  'repeats it in an error of the server': (_, response) => send(response, 500, repeating),
  'says that the quota is exhausted': (_, response) => send(response, 429, repeating, { 'retry-after': '99999' }),
  'redirects to it': (_, response, request) =>
    send(response, 302, '', { location: `https://127.0.0.1:1${request.url}` }),
  'answers a page that holds it': (_, response, request) => send(response, 502, `<p>${KEY} ${request.url}`),
  'answers broken JSON that holds it': (_, response) => send(response, 200, `{"data":"${FORMS.join(' ')}`),
};

test.each(Object.entries(services))('the key is in nothing that is printed where the service %s', async (_, answer) => {
  const address = answer ? (await serve(answer)).address : await nobody();
  const file = join(temporaryFolder(), 'out.ndjson');
  const list = fileOf([VIN]);
  for (const args of [
    ['decode', VIN],
    ['decode', VIN, '--json'],
    ['decode', VIN, '--raw'],
    ['decode', '--from', list],
    ['decode', '--from', list, '--raw', '--output', file],
  ]) {
    const { out, err } = await run([...args, '--retries', '0'], { env: at(address, KEY) });
    expect(out + err).not.toBe('');
    expect(found(out + err)).toEqual([]);
  }
  expect(found(existsSync(file) ? readFileSync(file, 'utf8') : '')).toEqual([]);
});

test('the key is in no message about values that could not be read, whatever they are and are called', async () => {
  const odd = Object.fromEntries(FORMS.map((form) => [form, { [form]: form }]));
  const { address } = await serve((_, response) =>
    send(response, 200, { success: true, data: { carId: 1, ...odd, valves: FORMS.join(' ') } }),
  );
  const { code, err } = await run(['decode', VIN], { env: at(address, KEY) });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('/data/valves (expected a number)') });
  expect(found(err)).toEqual([]);
  expect(found(err.replaceAll('~1', '/'))).toEqual([]);
});

test.each([
  ['as a command', [KEY]],
  ['as a flag', [`--${KEY}`]],
  ['as a value of --key', ['brands', '--key', KEY]],
  ['as a value of a misspelt flag', ['brands', `--kee=${KEY}`]],
  ['as a VIN', ['decode', KEY]],
  ['as a carId', ['fluids', KEY]],
  ['as a word too many', ['decode', VIN, KEY]],
  ['as the name of the key file', ['brands', '--key-file', KEY]],
  ['as a timeout', ['brands', '--timeout', KEY]],
  ['in the base address', ['brands', '--base-url', `http://127.0.0.1:1/api/?key=${encodeURIComponent(KEY)}`]],
  ['as the base address', ['brands', '--base-url', KEY]],
])('the key is in nothing that is printed where it was given %s', async (_, args) => {
  const { code, out, err } = await run(args, { env: at('http://127.0.0.1:1') });
  expect(code).toBe(2);
  expect(found(out + err)).toEqual([]);
});

test('a key of plain letters in the wrong place is not repeated, where the program knows it', async () => {
  const key = 'plain-canary-key';
  const file = join(temporaryFolder(), 'key');
  writeFileSync(file, key);
  for (const args of [[key], ['fluids', key], ['brands', `--${key}`]]) {
    const { out, err } = await run(args, { env: at('http://127.0.0.1:1', key) });
    expect(out + err).not.toContain(key);
  }
});
