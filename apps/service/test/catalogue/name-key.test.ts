import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey } from '../../src/catalogue/catalogue-entry.ts';

test.each([
  ['Škoda', 'ŠKODA'],
  ['Škoda', 'S\u030Ckoda'],
  ['Лада', 'ЛАДА'],
  ['ΣΕΙΡΆΣ', 'σειράς'],
  ['Strauß', 'STRAUSS'],
  ['STRAUẞ', 'strauß'],
  ['ＢＹＤ', 'byd'],
  ['  Golf VI ', 'golf vi'],
  ['Golf\u00A0VI', 'GOLF VI'],
  ['比亚迪', '比亚迪'],
])('%j and %j are the same name', (a, b) => {
  expect(nameKey(a)).toBe(nameKey(b));
});

test.each([
  ['Škoda', 'Skoda'],
  ['Golf V', 'Golf VI'],
  ['golf-vi', 'Golf VI'],
])('%j and %j are different names', (a, b) => {
  expect(nameKey(a)).not.toBe(nameKey(b));
});

test('name keys are idempotent and independent of the Unicode form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const key = nameKey(name);
      expect(nameKey(key)).toBe(key);
      expect(nameKey(name.normalize('NFD'))).toBe(key);
      expect(nameKey(name.normalize('NFKC'))).toBe(key);
    }),
  );
});
