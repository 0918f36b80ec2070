import { expect, test } from 'vitest';
import { compareTexts, type TextRule } from '../src/comparison/patterns.ts';

const VIN = '^[A-HJ-NPR-Z0-9]{8,17}$';
const cases: [before: TextRule, after: TextRule, relation: string | undefined][] = [
  [{ pattern: VIN }, { pattern: '^[A-HJ-NPR-Za-z0-9]{8,17}$' }, 'wider'],
  [{ pattern: '^[A-HJ-NPR-Za-z0-9]{8,17}$' }, { pattern: VIN }, 'narrower'],
  [{ pattern: VIN }, { pattern: '^[0-9A-HJ-NPR-Z]*$', minLength: 8, maxLength: 17 }, 'same'],
  [{ pattern: 'a' }, { pattern: '^a' }, 'narrower'],
  [{ pattern: '^a+$' }, { pattern: '^b+$' }, 'other'],
  [{ pattern: '^\\d{4}$' }, { pattern: '^[0-9]{4}$' }, 'same'],
  [{}, { pattern: '^$' }, 'narrower'],
  [{ pattern: '^(?!X)a$' }, { pattern: '^a$' }, undefined],
  [{ pattern: '[' }, { pattern: 'a' }, undefined],
  [{ pattern: 'a', maxLength: 100_000 }, { pattern: 'a' }, undefined],
];

test.each(cases)('%j → %j: %s', (before, after, relation) => {
  expect(compareTexts(before, after)).toBe(relation);
});
