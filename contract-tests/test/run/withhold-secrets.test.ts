import { gzipSync } from 'node:zlib';
import { leaks } from '@vehicle-lookup/secrets';
import { describe, expect, test } from 'vitest';
import type { ReceivedReply } from '../../src/run/reply.ts';
import { withholdSecrets } from '../../src/run/reply-source.ts';
import { KEY } from '../support/service.ts';

const withheld = (body: Uint8Array | string, headers: [string, string][] = [], key = KEY): ReceivedReply =>
  withholdSecrets({ status: 200, headers, body: Buffer.from(body) }, [key]) as ReceivedReply;

test('a reply without a secret stays as it is', () => {
  const reply: ReceivedReply = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('\uFEFF{}'),
  };
  expect(withholdSecrets(reply, [KEY])).toBe(reply);
});

test('a body keeps everything but the secret', () => {
  const reply = withheld(`\uFEFF${JSON.stringify({ key: KEY, other: 'ж' })}`);
  expect(Buffer.from(reply.body).toString()).toBe('\uFEFF{"key":"***","other":"ж"}');
  expect(reply.echoed).toEqual(['body']);
});

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
  expect(echoed).toEqual([{ header: 'x-own' }]);
});

describe('a body whose secret cannot be masked is not kept:', () => {
  test.each<[string, Buffer, string?]>([
    [
      'hexadecimal in pairs',
      Buffer.from(
        Buffer.from(KEY)
          .toString('hex')
          .replace(/..(?=.)/g, '$&:'),
      ),
    ],
    ['base64 of more than it', Buffer.from(Buffer.from(`user:${KEY}:more`).toString('base64'))],
    ['UTF-16', Buffer.from(KEY, 'utf16le')],
  ])('%s', (_, body, key) => {
    expect(withheld(body, [], key)).toEqual({
      status: 200,
      headers: [],
      body: new Uint8Array(),
      unread: 'withheld',
      echoed: ['body'],
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
