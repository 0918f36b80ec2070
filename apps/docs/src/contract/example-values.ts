import { type DocumentedOperation, jsonOf } from '@vehicle-lookup/openapi';
import { successesOf } from './envelopes.ts';

/** Returns the strings and numbers in the examples of an operation, keyed by field name. */
export function exampleValues(operation: DocumentedOperation): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) add(one, name);
    else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) add(one, key);
    else if (value !== '' && value !== null) found.set(name, [...new Set([...(found.get(name) ?? []), `${value}`])]);
  };
  for (const response of successesOf(operation))
    for (const { value } of jsonOf(response)?.examples ?? []) add(value, '');
  return found;
}
