import type { DocumentedOperation } from '../document.ts';
import type { Pair } from '../probe.ts';

/** The query of a request that the document allows: the required parameters and the selectors. */
export function goodQuery({ entry, values }: DocumentedOperation): Pair[] {
  const parameters = Object.entries(entry.parameters)
    .filter(([, { required }]) => required)
    .map(([name]): Pair => [name, values[name] ?? '']);
  return [...parameters, ...Object.entries(entry.selectors)];
}

/** The same query with another value for a name. */
export const replaced = (query: readonly Pair[], name: string, value: string): Pair[] =>
  query.map((pair) => (pair[0] === name ? [name, value] : pair));

/** The same query without a name. */
export const without = (query: readonly Pair[], name: string): Pair[] => query.filter(([other]) => other !== name);
