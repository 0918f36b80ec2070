import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuery } from '../../src/http/target.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });

test('form-encoded pairs are decoded without loss', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      const query = new URLSearchParams(pairs).toString();
      expect(readQuery(query)).toEqual({ pairs: [...new URLSearchParams(query)], malformed: false });
    }),
  );
});

test('a decodable query has the same pairs as with URLSearchParams', () => {
  const piece = fc.constantFrom('&', '=', '+', '%20', '%C3%A4', 'a', 'key', '1', '[]', '%00', '%EF%BB%BF', ';', '?x');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const query = `k${pieces.join('')}`;
      expect(readQuery(query)).toEqual({ pairs: [...new URLSearchParams(query)], malformed: false });
    }),
  );
});

test.each(['%', '%zz', 'a=%2', '%ff', 'a=%C3', 'ä', 'a b', '%ED%A0%80'])('%s is malformed', (query) => {
  expect(readQuery(query).malformed).toBe(true);
});
