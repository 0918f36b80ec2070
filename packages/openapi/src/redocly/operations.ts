import { type Document, DocumentError } from '../openapi/openapi.ts';
import { requestTable } from '../operations/operation-table.ts';
import {
  type DocumentedOperation,
  readOperations,
  readWireOperation,
  type WireOperation,
} from '../operations/read-operations.ts';
import type { OperationTable } from '../selectors/index.ts';

/** What the rules compare: the query operation, and the operations that share its path. */
export interface Operations {
  wire: WireOperation;
  operations: DocumentedOperation[];
}

/** The operations of a document; undefined if it has no single query operation: the rule `operation-table` reports that. */
export const operationsOf: (document: Document) => Operations | undefined = readOnce((document) => ({
  wire: readWireOperation(document),
  operations: readOperations(document),
}));

/** The query operation and all others; none if the document has no single query operation. */
export function everyOperation(document: Document): DocumentedOperation[] {
  const read = operationsOf(document);
  return read ? [read.wire, ...read.operations] : [];
}

/** What the table says of requests; undefined if it cannot be read: the rule `operation-table` reports that. */
export const requestsOf: (document: Document) => Omit<OperationTable, 'error'> | undefined = readOnce(requestTable);

/** Every rule reads the same document: the result is kept, also that nothing can be read. */
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
