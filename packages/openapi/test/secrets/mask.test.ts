import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leaks, maskCredentials, maskSecrets, maskSecretsInJson, secretsOf } from '../../src/secrets/index.ts';
import { encodings } from './encodings.ts';

const runs = process.env.DEEP ? 20_000 : 200;
/** Secrets of complete characters, because a URL cannot contain half of a surrogate pair. */
const secret = fc
  .string({ minLength: 6, maxLength: 40, unit: 'grapheme' })
  .filter((text) => !/^\*+$|^\\+$|\|/.test(text));
const names = Object.keys(encodings);
/** Encodings that programs apply even to strings that are already encoded. */
const around = fc.array(fc.constantFrom('percent-encoded', 'percent-encoded in lower case', 'in JSON'), {
  maxLength: 3,
});
const encoded = (text: string, by: string[]): string =>
  by.reduce((inner, name) => encodings[name]?.(inner) ?? '', text);

test.each(names)('a secret is masked completely, but adjacent characters are not: %s', (name) => {
  // JSON escapes characters outside the basic plane as surrogate pairs, which keys do not contain.
  const texts = name === 'in ASCII-only JSON' ? secret.filter((text) => !/[\ud800-\udfff]/.test(text)) : secret;
  fc.assert(
    fc.property(texts, (text) => {
      expect(maskSecrets(`before|${encoded(text, [name])}|after`, [text])).toBe('before|***|after');
    }),
    { numRuns: runs },
  );
});

test('a secret is masked in up to three nested levels of URL and JSON encoding', () => {
  fc.assert(
    fc.property(secret, around, (text, by) => {
      expect(maskSecrets(`before|${encoded(text, by)}|after`, [text])).toBe('before|***|after');
    }),
    { numRuns: runs },
  );
});

/** Three nested encodings. Only the innermost may be base64 or hexadecimal. */
const anyThree = fc
  .tuple(
    fc.constantFrom(...names),
    fc.array(fc.constantFrom(...names.filter((name) => !/base64|hexa/.test(name))), { maxLength: 2 }),
  )
  .map(([first, more]) => [first, ...more]);

test('a secret in three nested encodings is found', () => {
  fc.assert(
    fc.property(secret, anyThree, (text, by) => {
      expect(leaks(encoded(text, by), [text])).toBe(true);
    }),
    { numRuns: runs },
  );
});

test('a secret is masked between arbitrary strings', () => {
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), fc.constantFrom(...names), (text, a, b, name) => {
      expect(maskSecrets(`${a}${encoded(text, [name])}${b}`, [text])).not.toContain(text);
    }),
    { numRuns: runs },
  );
});

test('a secret is masked in base64 of a longer string, such as user and key', () => {
  const any = fc.string({ unit: 'grapheme', maxLength: 9 });
  fc.assert(
    fc.property(secret, any, any, (text, before, after) => {
      const masked = maskSecrets(`Basic ${Buffer.from(before + text + after).toString('base64')}|`, [text]);
      expect(masked).toMatch(/^Basic [\w+/]*\*\*\*[\w+/=]*\|$/);
      expect(leaks(masked, [text])).toBe(false);
    }),
    { numRuns: runs },
  );
});

test('a secret is masked in upper and lower case, because programs convert host and header names', () => {
  const masked = maskSecrets('http://CANARY-KEY.example/?x=canary-key&y=CANARY%2DKEY', ['Canary-Key']);
  expect(masked).toBe('http://***.example/?x=***&y=***');
});

test('several secrets are masked, even if one secret contains another', () => {
  expect(maskSecrets('first-key second-key', ['first-key', 'second-key'])).toBe('*** ***');
  expect(maskSecrets('a-longer-key', ['longer', 'a-longer-key'])).not.toContain('longer');
});

test('a string of fewer than six characters is not treated as a secret', () => {
  expect(maskSecrets('a demonstration', ['demo', ''])).toBe('a demonstration');
  expect(leaks('a demonstration', ['demo', ''])).toBe(false);
});

test('a secret is masked in every string of a JSON value, including field names', () => {
  const masked = maskSecretsInJson({ 'a secret0 b': ['secret0', 1, null, { c: 'xsecret0' }] }, ['secret0']);
  expect(masked).toEqual({ 'a *** b': ['***', 1, null, { c: 'x***' }] });
});

describe('masking and detection take linear time', () => {
  const key = 'k%25e\\\\y-0123456789/+"&';
  const parts = ['\\', '%25', '%', '%5c', '&#', 'u0', '&#0', 'ux&#{', '%255c', '\\u', key.slice(0, -1), 'azMl'];
  test.each(parts)('for 200,000 characters that repeat %s', (part) => {
    const text = part.repeat(200_000 / part.length);
    expect(leaks(text, [key])).toBe(false);
    expect(maskSecrets(text + key, [key]).endsWith('***')).toBe(true);
  });
});

const table = { credentials: ['user', 'key'], secrets: ['key'] };

test('an unnecessarily encoded secret is returned both decoded and as written', () => {
  expect(secretsOf(table, '?user=u&key=%61bc%2Fd')).toEqual(['abc/d', '%61bc%2Fd']);
});

test('only values of secret parameters are extracted from a query', () => {
  expect(secretsOf(table, 'user=someone&key=0123456789&vin=x')).toEqual(['0123456789']);
  expect(
    secretsOf(table, [
      ['key', 'first'],
      ['key', 'second'],
    ]),
  ).toEqual(['first', 'second']);
});

test('credentials in a URL within a string are masked by parameter name', () => {
  expect(maskCredentials(table, `cannot read "http://x/api/?user=me&KEY=a%20b&vin=1": key=c`)).toBe(
    `cannot read "http://x/api/?user=***&KEY=***&vin=1": key=***`,
  );
});
