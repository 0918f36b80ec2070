import { DocumentError } from '../../../openapi/openapi.ts';
import { requestTable } from '../../../operations/operation-table.ts';
import type { Check } from '../../rule.ts';

/** Checks that programs can read the operations: one path with one method, and parameters with simple types and constraints. */
export const check: Check = (document) => {
  try {
    requestTable(document);
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return [{ message: error.message, at: error.at }];
    throw error;
  }
};
