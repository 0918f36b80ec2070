import type { OperationEntry } from '@vehicle-lookup/selectors';
import type { DocumentedOperation } from '@vehicle-lookup/selectors/document';
import type { Contract } from './contract.ts';

/** Pairs of a query, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** The required parameters of an operation with the values that the document shows, without credentials. */
export function goodQuery({ table }: Contract, { parameters }: DocumentedOperation): Pairs {
  return parameters
    .filter(({ name, required }) => required && !table.credentials.includes(name))
    .map(({ name, selector, example }) => [name, selector ?? String(example ?? '')] as const);
}

/** The same with a template in place of each value that a reader fills in, and of each credential. */
export function requestLine({ table }: Contract, operation: DocumentedOperation): string {
  const credentials = table.credentials.map((name) => `${name}=<${name}>`);
  const own = operation.parameters
    .filter(({ name, required }) => required && !table.credentials.includes(name))
    .map(({ name, selector }) => `${name}=${selector ?? `<${name}>`}`);
  return `${table.method} ${table.path}?${[...credentials, ...own].join('&')}`;
}

/** The entry of the operation in the table. */
export function entryOf({ table }: Contract, id: string): OperationEntry {
  const entry = table.operations.find((one) => one.id === id);
  if (!entry) throw new Error(`${id}: expected an operation of the table, found none`);
  return entry;
}

/** A query as it is written in a request line; percent-encoded where that is needed. */
export const queryText = (pairs: Pairs): string =>
  pairs.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&');

/** A request line in which credentials stand as templates: `<key>`. */
export const templateLine = ({ table }: Pick<Contract, 'table'>, pairs: Pairs): string =>
  `${table.method} ${table.path}?${queryText(pairs).replaceAll('%3C', '<').replaceAll('%3E', '>')}`;

/** What readers call an operation. */
export const operationTitle = ({ id, node }: DocumentedOperation): string => node.summary ?? id;
