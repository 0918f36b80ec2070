import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { SampleValue } from './samples.ts';

/** A server that the pages send requests to without asking first. */
export interface TrustedServer {
  name: string;
  /** Base URL, without a slash at its end. */
  address: string;
}

/** What the form in the browser knows. */
export interface TryItData {
  table: OperationTable;
  servers: readonly TrustedServer[];
  canRelay: boolean;
  /** The operation that is chosen at first. */
  operation: string;
  operations: {
    id: string;
    summary: string;
    values: SampleValue[];
  }[];
}
