import { isDeepStrictEqual } from 'node:util';
import { operationsOf } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/**
 * `x-operations` of the query operation names every operation once, in the order of components.pathItems. OpenAPI says that a
 * component has no effect unless something outside the components refers to it.
 */
export const check: Check = (document) => {
  const read = operationsOf(document);
  if (!read) return [];
  const expected = read.operations.map(({ id }) => id);
  const found = (read.wire.node as { 'x-operations'?: unknown })['x-operations'];
  if (isDeepStrictEqual(found, expected)) return [];
  const message = `x-operations of the query operation: expected the keys of components.pathItems in their order (${expected.join(', ')}), found ${JSON.stringify(found) ?? 'none'}`;
  return [{ message, at: [...read.wire.at, 'x-operations'] }];
};
