import { type Json, operationTable } from './table.gen.ts';

/**
 * A body of the document's error shape.
 * @param text what happened, what was expected, and what to do next, for a person
 */
export function errorBody(text: string): Record<string, Json> {
  return { ...operationTable.error.fixed, [operationTable.error.text]: text };
}
