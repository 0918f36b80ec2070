import { type OperationPart, parts } from '../../document/read-operations.ts';
import { sameSelectors } from '../../select.ts';
import type { Check } from '../rule.ts';

/** No two operations are selected by the same query; at most one by a query without selectors. */
export const check: Check = (document) => {
  const operations = (parts(document)?.operations ?? []).map((part) => ({ ...part, selectors: selectors(part) }));
  return operations.flatMap(({ id, at, selectors }, index) => {
    const first = operations.slice(0, index).find((other) => sameSelectors(other.selectors, selectors));
    if (!first) return [];
    const query = new URLSearchParams(selectors).toString() || 'a query without selectors';
    return [{ message: `${id}: expected selectors of its own; ${query} already selects ${first.id}`, at }];
  });
};

const selectors = ({ parameters }: OperationPart): Record<string, string> =>
  Object.fromEntries(parameters.flatMap(({ name, selector }) => (selector === undefined ? [] : [[name, selector]])));
