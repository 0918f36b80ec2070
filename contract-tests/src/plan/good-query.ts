import type { OperationEntry } from '@vehicle-lookup/operations';
import type { Pair } from '../request.ts';
import type { Values } from '../values.ts';

/** The query of a request that the document allows: the required parameters and the selectors. */
export function goodQuery({ id, parameters, selectors }: OperationEntry, values: Values): Pair[] {
  const required = Object.entries(parameters)
    .filter(([, rule]) => rule.required)
    .map(([name]): Pair => [name, values.of(id, name)]);
  return [...required, ...Object.entries(selectors)];
}

/** The same query with another value for a name. */
export const replaced = (query: readonly Pair[], name: string, value: string): Pair[] =>
  query.map((pair) => (pair[0] === name ? [name, value] : pair));

/** The same query without a name. */
export const without = (query: readonly Pair[], name: string): Pair[] => query.filter(([other]) => other !== name);
