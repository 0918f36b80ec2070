import { type Document, DocumentError } from '../openapi/openapi.ts';
import { requestTable } from '../operations/operation-table.ts';
import {
  type DocumentedOperation,
  readOperations,
  readWireOperation,
  type WireOperation,
} from '../operations/read-operations.ts';
import type { OperationTable } from '../selectors/index.ts';

/** The query operation and the operations that share its path, which the rules compare. */
export interface Operations {
  wire: WireOperation;
  operations: DocumentedOperation[];
}

/** Returns the operations; undefined if the document has no single query operation, which the rule `operation-table` reports. */
export const operationsOf: (document: Document) => Operations | undefined = readOnce((document) => ({
  wire: readWireOperation(document),
  operations: readOperations(document),
}));

/** Returns the query operation and all other operations; an empty list if the document has no single query operation. */
export function everyOperation(document: Document): DocumentedOperation[] {
  const read = operationsOf(document);
  return read ? [read.wire, ...read.operations] : [];
}

/** Returns the request part of the operation table; undefined for an unsupported document, which the rule `operation-table` reports. */
export const requestsOf: (document: Document) => Omit<OperationTable, 'error'> | undefined = readOnce(requestTable);

/** Caches the result for each document, even for an unreadable document, because every rule reads the same document. */
function readOnce<T>(read: (document: Document) => T): (document: Document) => T | undefined {
  const known = new WeakMap<Document, { result: T | undefined }>();
  return (document) => {
    const kept = known.get(document) ?? { result: unlessUnreadable(() => read(document)) };
    known.set(document, kept);
    return kept.result;
  };
}

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
