import { expect, test } from 'vitest';
import { allowanceLimit } from '../../src/command-line/index.ts';

test.each([
  ['5/7d', { limit: 5, windowSeconds: 604_800 }],
  ['0/30s', { limit: 0, windowSeconds: 30 }],
])('%s is parsed as the allowance %j', (text, expected) => {
  expect(allowanceLimit(text)).toEqual(expected);
});

test.each(['5/0d', '5', '5/week', '-5/7d', ''])('%j is rejected with the expected format', (text) => {
  expect(() => allowanceLimit(text)).toThrow('expected consultations and a time in s, m, h or d, such as 5/7d, got');
});
