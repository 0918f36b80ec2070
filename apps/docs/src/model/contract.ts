import {
  type Assumption,
  type Document,
  type DocumentedOperation,
  operationTable,
  readAssumptions,
  readOperations,
} from '@vehicle-lookup/document';
import { type Clause, type FindOwner, ownersOf, readClauses } from '@vehicle-lookup/document/provenance';
import type { OperationTable } from '@vehicle-lookup/selectors';

/** The document, read once for all pages. */
export interface Contract {
  document: Document;
  title: string;
  version: string;
  table: OperationTable;
  operations: DocumentedOperation[];
  assumptions: Map<string, Assumption>;
  clauses: Map<string, Clause>;
  findOwner: FindOwner;
}

/** @param document the bundled document */
export function readContract(document: Document): Contract {
  const { title = 'API', version = '' } = document.info ?? {};
  return {
    document,
    title,
    version,
    table: operationTable(document),
    operations: readOperations(document),
    assumptions: readAssumptions(document),
    clauses: readClauses(document),
    findOwner: ownersOf(document),
  };
}

/** The address of the document's first server, its variables at their defaults. */
export function defaultAddress({ servers: [server] = [] }: Document): string {
  return server?.url.replace(/\{(\w+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? '') ?? '';
}
