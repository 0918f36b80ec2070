import type { Assumption, Document } from '@vehicle-lookup/openapi';
import type { Clause } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { ContractOperation } from './document.ts';
import type { Yields } from './order.ts';
import type { Case } from './request.ts';

/** The contract, as far as requests follow from it and responses are judged by it. */
export interface VerifiedContract {
  document: Document;
  title: string;
  version: string;
  table: OperationTable;
  /** By id, in the document's order. */
  assumptions: ReadonlyMap<string, Assumption>;
  /** The clauses of the specification, by id. */
  clauses: ReadonlyMap<string, Clause>;
  /** Every operation of the table, in its order. */
  operations: readonly ContractOperation[];
  /** Operations in an order in which earlier responses give the values of later requests. */
  order: readonly string[];
  /** Per operation: parameters of other operations for which its records give values. */
  yields: ReadonlyMap<string, Yields>;
  /** The requests that probes of assumptions ask for. */
  probeRequests: readonly Case[];
}
