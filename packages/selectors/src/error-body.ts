import type { Json, OperationTable } from './table.ts';

/**
 * A body of the document's error shape.
 * @param text what happened, what was expected, and what to do next, for a person
 */
export function errorBody({ error }: Pick<OperationTable, 'error'>, text: string): Record<string, Json> {
  return { ...error.fixed, [error.text]: text };
}
