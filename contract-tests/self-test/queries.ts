import { operationTable } from '@vehicle-lookup/contract';
import { documented } from './correct-service.ts';

const { operations, credentials } = operationTable;
const selectors = operations.flatMap((entry) => Object.keys(entry.selectors));
const known = [...credentials, ...selectors, ...Object.keys(documented)];

/** The selectors that a query holds, whatever their values, in its order. */
export const selectorsIn = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((name) => selectors.includes(name));

/** The names of a query that no operation knows. */
export const unknownIn = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((name) => !known.includes(name));

/** Returns the names in a query that belong to operations other than the operation of its first selector. */
export function foreignIn(query: URLSearchParams): string[] {
  const entry = entryOf(query);
  return Object.keys(documented).filter((name) => query.has(name) && !(entry && name in entry.parameters));
}

/** The parameters that the operation of the first selector lacks. */
export const missingIn = (query: URLSearchParams): string[] =>
  Object.keys(entryOf(query)?.parameters ?? {}).filter((name) => !query.has(name));

function entryOf(query: URLSearchParams) {
  const [first] = selectorsIn(query);
  return operations.find((entry) =>
    first === undefined ? Object.keys(entry.selectors).length === 0 : first in entry.selectors,
  );
}

/** Leaves one of several selectors in a query, and what belongs to it. */
export function keepSelector(query: URLSearchParams, kept: string | undefined): void {
  if (selectorsIn(query).length < 2) return;
  for (const name of selectorsIn(query)) if (name !== kept) query.delete(name);
  for (const name of foreignIn(query)) query.delete(name);
}
