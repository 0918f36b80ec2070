import { DocumentError } from '../../document/openapi.ts';
import { operationTable } from '../../document/read-table.ts';
import type { Check } from '../rule.ts';

/** The operations can be read by programs: one path with one method, simple parameters, one text in an error body. */
export const check: Check = (document) => {
  try {
    operationTable(document);
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return [{ message: error.message, at: error.at }];
    throw error;
  }
};
