import type { Assumption, Document, DocumentedOperation } from '@vehicle-lookup/openapi';
import { operationTable, readAssumptions, readOperations } from '@vehicle-lookup/openapi';
import { basesOf, type Clause, type FindBasis, readClauses } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { TrustedServer } from '../servers.ts';

/** The document. */
export interface Contract {
  document: Document;
  title: string;
  version: string;
  table: OperationTable;
  operations: DocumentedOperation[];
  assumptions: Map<string, Assumption>;
  clauses: Map<string, Clause>;
  findBasis: FindBasis;
}

/** The contract, and what a site adds to the contract. */
export interface KnownContract {
  contract: Contract;
  /** The contract of the reference service; undefined if the service is not built. */
  ofService: Contract | undefined;
  /** The first server is in the samples. */
  servers: readonly TrustedServer[];
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
    findBasis: basesOf(document),
  };
}
