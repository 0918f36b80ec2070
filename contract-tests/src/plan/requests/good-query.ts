import type { OperationEntry } from '@vehicle-lookup/openapi/selectors';
import type { KnownData } from '../known-data.ts';
import type { Pair } from '../request.ts';

/** The query of a request that the document allows: the required parameters and the selectors. */
export function goodQuery({ id, parameters, selectors }: OperationEntry, known: KnownData): Pair[] {
  const required = Object.entries(parameters)
    .filter(([, rule]) => rule.required)
    .map(([name]): Pair => [name, known.value(id, name)]);
  return [...required, ...Object.entries(selectors)];
}

/** The same query with another value for a name. */
export const replaced = (query: readonly Pair[], name: string, value: string): Pair[] =>
  query.map((pair) => (pair[0] === name ? [name, value] : pair));

/** The same query without a name. */
export const without = (query: readonly Pair[], name: string): Pair[] => query.filter(([other]) => other !== name);

/** A query as it is written into an address. */
export const formText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
