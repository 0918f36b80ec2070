import { expect, test } from 'vitest';
import { operationDescription } from '../../src/index.ts';

test('the sentence that shows the request is left out; what to send next is told apart', () => {
  const text =
    'Finds books.\nAll of them.\n\nRequest: `a=1.5&b=x`, with `user`. Next: send\n`c`. Or not.\n\nAssumed: in no order.';
  expect(operationDescription(text)).toEqual({
    about: ['Finds books. All of them.', 'Assumed: in no order.'],
    next: 'Next: send `c`. Or not.',
  });
});

test('a description without a request, and an empty one', () => {
  expect(operationDescription('Finds books.')).toEqual({ about: ['Finds books.'], next: undefined });
  expect(operationDescription('')).toEqual({ about: [], next: undefined });
});

test('a request that stands alone leaves nothing', () => {
  expect(operationDescription('Request: `a=1`.')).toEqual({ about: [], next: '' });
});
