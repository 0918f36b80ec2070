import { expect, test } from 'vitest';
import { operationDescription } from '../../src/index.ts';

test('the paragraph about the next request is separate', () => {
  const text = 'Finds books.\nAll of them.\n\nNext: send\n`c`. Or not.\n\nAssumed: in no order.';
  expect(operationDescription(text)).toEqual({
    about: ['Finds books. All of them.', 'Assumed: in no order.'],
    next: 'Next: send `c`. Or not.',
  });
});

test('the next request is undefined if the description has none or is empty', () => {
  expect(operationDescription('Finds books.')).toEqual({ about: ['Finds books.'], next: undefined });
  expect(operationDescription('')).toEqual({ about: [], next: undefined });
});
