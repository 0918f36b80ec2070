import type { Assumption, Document } from '@vehicle-lookup/openapi';
import type { Clause } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { ContractOperation } from './document.ts';
import type { Yields } from './order.ts';
import type { Case } from './request.ts';

/** The parts of the contract that requests and judgements need. */
export interface VerifiedContract {
  document: Document;
  title: string;
  version: string;
  table: OperationTable;
  /** The assumptions by id, in the document's order. */
  assumptions: ReadonlyMap<string, Assumption>;
  /** The clauses of the specification, by id. */
  clauses: ReadonlyMap<string, Clause>;
  /** All operations, in the order of the table. */
  operations: readonly ContractOperation[];
  /** Operation ids, ordered so that earlier responses provide values for later requests. */
  order: readonly string[];
  /** The parameters of other operations for which an operation's records provide values, by operation. */
  yields: ReadonlyMap<string, Yields>;
  /** The requests that assumption checks need. */
  probeRequests: readonly Case[];
}
