import { gzipSync } from 'node:zlib';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { describe, expect, test } from 'vitest';
import type { ReceivedResponse } from '../../src/run/response.ts';
import { withholdSecrets } from '../../src/run/response-source.ts';
import type { SecretForm } from '../../src/run/secret-form.ts';
import { KEY } from '../support/service.ts';

const withheld = (body: Uint8Array | string, headers: [string, string][] = [], key = KEY): ReceivedResponse =>
  withholdSecrets({ status: 200, headers, body: Buffer.from(body) }, [key]) as ReceivedResponse;

test('a response without a secret stays as it is', () => {
  const response: ReceivedResponse = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('\uFEFF{}'),
  };
  expect(withholdSecrets(response, [KEY])).toBe(response);
});

test('a body keeps everything but the secret', () => {
  const response = withheld(`\uFEFF${JSON.stringify({ key: KEY, other: 'ж' })}`);
  expect(Buffer.from(response.body).toString()).toBe('\uFEFF{"key":"***","other":"ж"}');
  expect(response.echoed).toEqual(['body']);
});

test.each<[string, string, string, string | undefined]>([
  ['as it is', `key=${KEY}; Path=/`, 'key=***; Path=/', undefined],
  [
    'in base64 behind the user',
    `session=${Buffer.from(`user:${KEY}`).toString('base64')}; Path=/`,
    'session=***; Path=/',
    'in base64',
  ],
  ['in hexadecimal', `a=${Buffer.from(KEY).toString('hex')}`, 'a=***', 'in hexadecimal'],
  [
    'percent-encoded',
    `a=${[...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')}, b`,
    'a=***, b',
    'percent-encoded',
  ],
  ['as HTML', `"${[...KEY].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}"`, '***', 'HTML-escaped'],
  ['in parts', `a=1; b=${KEY.replace(/..../g, '$& ')}`, '***', 'encoded'],
])(
  'the header of a key %s names the form, and keeps what stands around it if no secret is in it',
  (_, value, kept, form) => {
    const { headers, echoed } = withheld('', [['set-cookie', value]]);
    expect(headers).toEqual([['set-cookie', kept]]);
    expect(echoed).toEqual([{ header: 'set-cookie', ...(form === undefined ? {} : { form }) }]);
  },
);

test('a header keeps everything but the secret, its name included', () => {
  const { headers, echoed } = withheld('', [
    ['x-own', `a ${encodeURIComponent(KEY)} b`],
    [`x-${Buffer.from(KEY).toString('hex')}`, 'c'],
    ['x-basic', Buffer.from(`user:${KEY}`).toString('base64')],
  ]);
  expect(headers).toEqual([
    ['x-own', 'a *** b'],
    ['x-***', 'c'],
    ['x-basic', '***'],
  ]);
  expect(echoed).toEqual([{ header: 'x-own', form: 'percent-encoded' }]);
});

describe('a body whose secret cannot be masked is not kept:', () => {
  test.each<[string, SecretForm, Buffer]>([
    [
      'hexadecimal in pairs',
      'encoded',
      Buffer.from(
        Buffer.from(KEY)
          .toString('hex')
          .replace(/..(?=.)/g, '$&:'),
      ),
    ],
    ['base64 of more than it', 'in base64', Buffer.from(Buffer.from(`user:${KEY}:more`).toString('base64'))],
    ['UTF-16', 'encoded', Buffer.from(KEY, 'utf16le')],
  ])('%s', (_, form, body) => {
    expect(withheld(body)).toEqual({
      status: 200,
      headers: [],
      body: new Uint8Array(),
      unread: 'withheld',
      echoed: [{ body: form }],
    });
  });
});

test('bytes that are not UTF-8 stay what they are around the secret', () => {
  const { body, unread } = withheld(Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from(KEY), Buffer.from([0xe4])]));
  expect(unread).toBeUndefined();
  expect(Buffer.from(body)).toEqual(Buffer.from([0xff, 0xc3, 0x2a, 0x2a, 0x2a, 0xe4]));
});

test('a secret beyond ASCII does not stay in bytes that are not UTF-8', () => {
  const key = 'ключ-под-ковриком';
  const { body, echoed } = withheld(Buffer.concat([Buffer.from([0xff]), Buffer.from(key)]), [], key);
  expect(echoed).toEqual(['body']);
  expect(leaks(Buffer.from(body).toString(), [key])).toBe(false);
});

test('compressed bytes are no text, and are kept', () => {
  const body = gzipSync('{}');
  expect(withheld(body)).toMatchObject({ body });
});
