import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { TrustedServer } from '../servers.ts';
import type { SampleValue } from './samples.ts';

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
