import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecrets, secretsOf } from '../src/index.ts';

// Whole characters only: half of a surrogate pair cannot be put into an address.
const secret = fc.string({ minLength: 6, unit: 'grapheme' }).filter((text) => !/^\*+$/.test(text));

test('a secret is masked in every encoding that it may arrive in', () => {
  const encodings: ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    (text) => new URLSearchParams({ x: text }).toString(),
    (text) => JSON.stringify({ text }),
    (text) => Buffer.from(text).toString('base64'),
    (text) => Buffer.from(text).toString('base64url'),
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...encodings), (text, encode) => {
      const masked = maskSecrets(`before ${encode(text)} after`, [text]);
      expect(masked).toContain('***');
      expect(masked).not.toContain(text.length > 12 ? text : `before ${text} after`);
    }),
  );
});

test('a word too short to be a secret is left alone', () => {
  expect(maskSecrets('a demonstration', ['demo', ''])).toBe('a demonstration');
});

test('only what the document calls secret is taken from a query', () => {
  expect(secretsOf('user=someone&key=0123456789&vin=x')).toEqual(['0123456789']);
});
