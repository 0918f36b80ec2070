import { describe, expect, test } from 'vitest';
import { leaks } from '../../src/secrets/index.ts';
import { encodings } from './encodings.ts';

const KEY = 'canary-Key/9f8e7d6c+5b4a"3<2';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const lines = (secret: string): string => base64(`user:${secret}`).replace(/.{8}/g, '$&\n');
const pairs = (secret: string): string[] => [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));

const unmasked: Record<string, (secret: string) => string> = {
  'only in Unicode escapes': (secret) =>
    [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'only in HTML entities': (secret) => [...secret].map((c) => `&#${c.charCodeAt(0)};`).join(''),
  'in upper case': (secret) => secret.toUpperCase(),
  'in base64 after a user name': (secret) => base64(`some-user:${secret}\n`),
  'in base64url after letters of its alphabet': (secret) => `id-_${Buffer.from(`a:${secret}`).toString('base64url')}`,
  'in base64 after a URL path': (secret) => `https://x/sessions/${base64(`user:${secret}`)}`,
  'in base64 between two characters': (secret) => base64(`x${secret}y`),
  'in base64 after two characters': (secret) => base64(`xy${secret}`),
  'in multi-line base64': (secret) => base64(`${'x'.repeat(50)}${secret}`).replace(/.{76}/g, '$&\r\n'),
  'in multi-line base64 within a JSON string': (secret) => JSON.stringify(lines(secret)),
  'in hexadecimal after a single digit': (secret) => `f${Buffer.from(secret).toString('hex')}`,
  'in hexadecimal with colons': (secret) => pairs(secret).join(':'),
  'in upper-case hexadecimal with spaces': (secret) => pairs(secret).join(' ').toUpperCase(),
  'interrupted by spaces': (secret) => secret.replace(/..../g, '$& '),
  'interrupted by dashes': (secret) => [...secret].join('-'),
  'in UTF-16 read as bytes': (secret) => Buffer.from(secret, 'utf16le').toString('latin1'),
};

describe('a secret is found', () => {
  test.each(Object.entries({ ...encodings, ...unmasked }))('%s', (_, encode) => {
    expect(leaks(`before ${encode(KEY)} after`, [KEY])).toBe(true);
  });

  test('strings without the secret, and secrets that are too short, are not reported', () => {
    expect(leaks('{"vin":"WVWZZZ1KZAW000001","percent":"100%","entity":"&#xffffffff;"}', [KEY])).toBe(false);
    expect(leaks('a golf', ['golf'])).toBe(false);
    expect(leaks('2025-11-21T12:34:56', ['123456'])).toBe(false);
  });
});
