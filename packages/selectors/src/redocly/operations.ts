import { type Document, DocumentError } from '../document/openapi.ts';
import { requestTable } from '../document/operation-table.ts';
import {
  type DocumentedOperation,
  readOperations,
  readWireOperation,
  type WireOperation,
} from '../document/read-operations.ts';
import type { OperationTable } from '../table.ts';

/** The two views of the interface that the rules compare: what exists on the wire, and the operations that share its path. */
export interface Operations {
  wire: WireOperation;
  operations: DocumentedOperation[];
}

/** The operations of a document; undefined where it has no single wire operation: the rule `operation-table` reports that. */
export const operationsOf = (document: Document): Operations | undefined =>
  unlessUnreadable(() => ({ wire: readWireOperation(document), operations: readOperations(document) }));

/** All of them in one list; none where the document has no single wire operation. */
export function everyOperation(document: Document): DocumentedOperation[] {
  const read = operationsOf(document);
  return read ? [read.wire, ...read.operations] : [];
}

/** What the table says of requests; undefined where it cannot be read: the rule `operation-table` reports that. */
export const requestsOf = (document: Document): Omit<OperationTable, 'error'> | undefined =>
  unlessUnreadable(() => requestTable(document));

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
