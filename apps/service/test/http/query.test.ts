import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callerOf } from '../../src/http/caller.ts';
import { readQuery } from '../../src/http/query.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });

test('what form data encodes is read as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      const query = new URLSearchParams(pairs).toString();
      expect(readQuery(query)).toEqual({ pairs: [...new URLSearchParams(query)], malformed: false });
    }),
  );
});

test('whatever can be decoded is read as URLSearchParams reads it', () => {
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

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
  ['un:known', 'un:known'],
])('wrong keys from %s count for %s', (address, expected) => {
  expect(callerOf(address)).toBe(expected);
});
