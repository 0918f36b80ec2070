import type { DocumentedOperation } from '../../../operations/read-operations.ts';
import { sameSelectors } from '../../../selectors/index.ts';
import { operationsOf } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that a query selects at most one operation, and that at most one operation has no selectors. */
export const check: Check = (document) => {
  const operations = (operationsOf(document)?.operations ?? []).map((one) => ({ ...one, selectors: selectors(one) }));
  return operations.flatMap(({ id, at, selectors }, index) => {
    const first = operations.slice(0, index).find((other) => sameSelectors(other.selectors, selectors));
    if (!first) return [];
    const query = new URLSearchParams(selectors).toString() || 'a query without selectors';
    return [{ message: `${id}: expected unique selectors; ${query} already selects ${first.id}`, at }];
  });
};

const selectors = ({ parameters }: DocumentedOperation): Record<string, string> =>
  Object.fromEntries(parameters.flatMap(({ name, selector }) => (selector === undefined ? [] : [[name, selector]])));
