import { expect, test } from 'vitest';
import { didYouMean } from '../../src/command-line/suggest.ts';

test.each([
  ['bakup', 'did you mean backup?'],
  ['backupp', 'did you mean backup?'],
  ['doctro', 'did you mean doctor?'],
  ['docter', 'did you mean doctor?'],
  ['bacpku', ''],
  ['restore', ''],
  ['', ''],
  ['x'.repeat(100_000), ''],
])('the hint for %s is %j', (word, hint) => {
  expect(didYouMean(word, ['backup', 'doctor'])).toBe(hint);
});
