import type { Assumption, Document, DocumentedOperation } from '@vehicle-lookup/openapi';
import { operationTable, readAssumptions, readOperations } from '@vehicle-lookup/openapi';
import { basesOf, type Clause, type FindBasis, readClauses } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { TrustedServer } from '../servers.ts';

/** The document, with the data that the pages read from it. */
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

/** The contract, with the additions for a site. */
export interface KnownContract {
  contract: Contract;
  /** Contract of the reference service; undefined if the service is not built. */
  ofService: Contract | undefined;
  /** Servers of the site. The samples use the first server. */
  servers: readonly TrustedServer[];
}

/** Reads the contract from the bundled document. */
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
