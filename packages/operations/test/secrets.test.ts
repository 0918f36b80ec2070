import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecrets, maskSecretsInJson, secretsOf } from '../src/index.ts';

// Whole characters only: half of a surrogate pair cannot be put into an address.
const secret = fc.string({ minLength: 6, unit: 'grapheme' }).filter((text) => !/^\*+$/.test(text));

test('a secret is masked in every encoding that it may arrive in', () => {
  const encodings: ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    (text) => new URLSearchParams({ x: text }).toString(),
    (text) => JSON.stringify({ text }),
    (text) => JSON.stringify({ text }).replaceAll('/', '\\/'),
    (text) => Buffer.from(text).toString('base64'),
    (text) => Buffer.from(text).toString('base64url'),
    (text) => Buffer.from(text).toString('hex'),
    (text) => Buffer.from(text).toString('hex').toUpperCase(),
    (text) => encodeURIComponent(text).replace(/%../g, (written) => written.toLowerCase()),
    (text) => `/data/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...encodings), (text, encode) => {
      const encoded = encode(text);
      const masked = maskSecrets(`before ${encoded} after`, [text]);
      expect(masked).toMatch(/^before .*\*\*\*.* after$/s);
      expect(masked).not.toContain(encoded);
    }),
  );
});

test('a secret is masked in capitals and in small letters', () => {
  const masked = maskSecrets('http://CANARY-KEY.example/?x=canary-key', ['Canary-Key']);
  expect(masked).toBe('http://***.example/?x=***');
});

test('a word too short to be a secret is left alone', () => {
  expect(maskSecrets('a demonstration', ['demo', ''])).toBe('a demonstration');
});

test('in JSON every text is masked, names of members included', () => {
  const masked = maskSecretsInJson({ 'a secret0 b': ['secret0', 1, null, { c: 'xsecret0' }] }, ['secret0']);
  expect(masked).toEqual({ 'a *** b': ['***', 1, null, { c: 'x***' }] });
});

test('a secret that is encoded needlessly is known as it was written, too', () => {
  expect(secretsOf('user=u&key=%61bc%2Fd')).toEqual(['abc/d', '%61bc%2Fd']);
});

test('only what the document calls secret is taken from a query', () => {
  expect(secretsOf('user=someone&key=0123456789&vin=x')).toEqual(['0123456789']);
});
