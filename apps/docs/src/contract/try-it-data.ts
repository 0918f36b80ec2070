import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { SampleValue } from './samples.ts';

/** A server of the site, to which the form sends requests without asking. */
export interface TrustedServer {
  name: string;
  /** Base URL, without a slash at its end. */
  address: string;
}

/** The data of the form in the browser. */
export interface TryItData {
  table: OperationTable;
  servers: readonly TrustedServer[];
  canRelay: boolean;
  /** The operation that is selected first. */
  operation: string;
  operations: {
    id: string;
    summary: string;
    values: SampleValue[];
  }[];
}
