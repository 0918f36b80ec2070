import { gzipSync } from 'node:zlib';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { describe, expect, test } from 'vitest';
import type { ReceivedResponse } from '../../src/run/response.ts';
import { withholdSecrets } from '../../src/run/response-source.ts';
import { KEY } from '../support/service.ts';

const withheld = (body: Uint8Array | string, headers: [string, string][] = [], key = KEY): ReceivedResponse =>
  withholdSecrets({ status: 200, headers, body: Buffer.from(body) }, [key]) as ReceivedResponse;

test('a response without a secret is unchanged', () => {
  const response: ReceivedResponse = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('\uFEFF{}'),
  };
  expect(withholdSecrets(response, [KEY])).toBe(response);
});

test('only the secret in a body is masked', () => {
  const response = withheld(`\uFEFF${JSON.stringify({ key: KEY, other: 'ж' })}`);
  expect(Buffer.from(response.body).toString()).toBe('\uFEFF{"key":"***","other":"ж"}');
  expect(response.echoed).toEqual(['body']);
});

test.each<[string, string, string]>([
  ['in plain text', `key=${KEY}; Path=/`, 'key=***; Path=/'],
  [
    'in base64 after the user',
    `session=${Buffer.from(`user:${KEY}`).toString('base64')}; Path=/`,
    'session=dXNlcj***=; Path=/',
  ],
  ['in hexadecimal', `a=${Buffer.from(KEY).toString('hex')}`, 'a=***'],
  ['percent-encoded', `a=${[...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')}, b`, 'a=***, b'],
  ['as HTML', `"${[...KEY].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}"`, '***'],
  ['in parts', `a=1; b=${KEY.replace(/..../g, '$& ')}`, '***'],
])('a header with a key %s keeps the text around the key if it contains no secret', (_, value, kept) => {
  const { headers, echoed } = withheld('', [['set-cookie', value]]);
  expect(headers).toEqual([['set-cookie', kept]]);
  expect(echoed).toEqual([{ header: 'set-cookie' }]);
});

test('only the secret in a header name or value is masked', () => {
  const { headers, echoed } = withheld('', [
    ['x-own', `a ${encodeURIComponent(KEY)} b`],
    [`x-${Buffer.from(KEY).toString('hex')}`, 'c'],
    ['x-basic', Buffer.from(`user:${KEY}`).toString('base64')],
  ]);
  expect(headers).toEqual([
    ['x-own', 'a *** b'],
    ['x-***', 'c'],
    ['x-basic', 'dXNlcj***='],
  ]);
  expect(echoed).toEqual([{ header: 'x-own' }]);
});

describe('a body is withheld if it contains the secret in an encoding that cannot be masked:', () => {
  test.each<[string, Buffer]>([
    [
      'hexadecimal in pairs',
      Buffer.from(
        Buffer.from(KEY)
          .toString('hex')
          .replace(/..(?=.)/g, '$&:'),
      ),
    ],
    ['base64 in lines', Buffer.from(Buffer.from(`user:${KEY}`).toString('base64').replace(/.{8}/g, '$&\n'))],
    ['UTF-16', Buffer.from(KEY, 'utf16le')],
  ])('%s', (_, body) => {
    expect(withheld(body)).toEqual({
      status: 200,
      headers: [],
      body: new Uint8Array(),
      unread: 'withheld',
      echoed: ['body'],
    });
  });
});

test('the bytes around a secret are unchanged in a body that is not in UTF-8', () => {
  const { body, unread } = withheld(Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from(KEY), Buffer.from([0xe4])]));
  expect(unread).toBeUndefined();
  expect(Buffer.from(body)).toEqual(Buffer.from([0xff, 0xc3, 0x2a, 0x2a, 0x2a, 0xe4]));
});

test('a non-ASCII secret is removed from a body that is not in UTF-8', () => {
  const key = 'ключ-под-ковриком';
  const { body, echoed } = withheld(Buffer.concat([Buffer.from([0xff]), Buffer.from(key)]), [], key);
  expect(echoed).toEqual(['body']);
  expect(leaks(Buffer.from(body).toString(), [key])).toBe(false);
});

test('a compressed body is unchanged', () => {
  const body = gzipSync('{}');
  expect(withheld(body)).toMatchObject({ body });
});
