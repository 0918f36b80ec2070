import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Assumption } from '@vehicle-lookup/selectors/document';
import type { ContractOperation } from './document.ts';
import type { Candidate, Request } from './request.ts';

/** The contract, as far as requests follow from it. */
export interface Contract {
  title: string;
  version: string;
  table: OperationTable;
  /** By id, in the document's order. */
  assumptions: ReadonlyMap<string, Assumption>;
  /** Every operation of the table, in its order. */
  operations: readonly ContractOperation[];
  /** Operations in an order in which earlier replies give the values of later requests. */
  order: readonly string[];
  /** The requests that probes of assumptions ask for. */
  probeRequests: readonly Candidate[];
  /** The assumption that decides on a request, where no clause does. */
  assumptionOf: (request: Request) => string | undefined;
}
