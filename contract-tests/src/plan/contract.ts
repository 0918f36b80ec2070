import type { OperationTable } from '@vehicle-lookup/operations';
import type { Assumption, DocumentedOperation } from './document.ts';
import type { Candidate, Request } from './request.ts';

/** The contract, as far as requests follow from it. */
export interface Contract {
  title: string;
  version: string;
  table: OperationTable;
  assumptions: Readonly<Record<string, Assumption>>;
  /** Every operation of the table, in its order. */
  operations: readonly DocumentedOperation[];
  /** Operations in an order in which earlier replies give the values of later requests. */
  order: readonly string[];
  /** The requests that probes of assumptions ask for. */
  probeRequests: readonly Candidate[];
  /** The assumption that decides on a request, where no clause does. */
  assumptionOf: (request: Request) => string | undefined;
}
