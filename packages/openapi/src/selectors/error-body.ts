import type { Json, OperationTable } from './table.ts';

/**
 * An error body as the document's error schema requires it.
 * @param text what happened, what was expected, and what to do next, for people
 */
export function errorBody({ error }: Pick<OperationTable, 'error'>, text: string): Record<string, Json> {
  return { ...error.fixed, [error.text]: text };
}
