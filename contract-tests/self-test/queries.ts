import { operationTable } from '@vehicle-lookup/contract';
import { documented } from './correct-service.ts';

const { operations, credentials } = operationTable;
const selectors = operations.flatMap((entry) => Object.keys(entry.selectors));
const known = [...credentials, ...selectors, ...Object.keys(documented)];

/** Returns the selectors of a query with any values, in query order. */
export const selectorsIn = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((name) => selectors.includes(name));

/** Returns the names in a query that no operation has. */
export const unknownIn = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((name) => !known.includes(name));

/** Returns the parameters in a query that do not belong to the operation that its first selector selects. */
export function foreignIn(query: URLSearchParams): string[] {
  const entry = entryOf(query);
  return Object.keys(documented).filter((name) => query.has(name) && !(entry && name in entry.parameters));
}

/** Returns the missing parameters of the operation that the first selector selects. */
export const missingIn = (query: URLSearchParams): string[] =>
  Object.keys(entryOf(query)?.parameters ?? {}).filter((name) => !query.has(name));

function entryOf(query: URLSearchParams) {
  const [first] = selectorsIn(query);
  return operations.find((entry) =>
    first === undefined ? Object.keys(entry.selectors).length === 0 : first in entry.selectors,
  );
}

/** Removes all selectors except one from a query, as well as the parameters that do not belong to that selector's operation. */
export function keepSelector(query: URLSearchParams, kept: string | undefined): void {
  if (selectorsIn(query).length < 2) return;
  for (const name of selectorsIn(query)) if (name !== kept) query.delete(name);
  for (const name of foreignIn(query)) query.delete(name);
}
