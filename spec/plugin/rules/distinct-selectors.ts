import { isDeepStrictEqual } from 'node:util';
import { type OperationPart, parts } from '../operations.ts';
import type { Check } from '../rule.ts';

/** No two operations are selected by the same query; at most one by a query without selectors. */
export const check: Check = (document) => {
  const operations = (parts(document)?.operations ?? []).map((part) => ({ ...part, selectors: selectors(part) }));
  return operations.flatMap(({ id, at, selectors }, index) => {
    const first = operations.slice(0, index).find((other) => isDeepStrictEqual(other.selectors, selectors));
    if (!first) return [];
    const query = new URLSearchParams(selectors).toString() || 'a query without selectors';
    return [{ message: `${id}: expected selectors of its own; ${query} already selects ${first.id}`, at }];
  });
};

function selectors({ parameters }: OperationPart): Record<string, string> {
  const found = parameters.filter(
    ({ in: place, required, schema }) => place === 'query' && required && 'const' in schema,
  );
  return Object.fromEntries(found.map(({ name, schema }) => [name, String(schema.const)]));
}
