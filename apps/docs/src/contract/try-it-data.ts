import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { TrustedServer } from '../servers.ts';
import type { SampleValue } from './samples.ts';

/** Data for the form in the browser. */
export interface TryItData {
  table: OperationTable;
  servers: readonly TrustedServer[];
  canRelay: boolean;
  /** Id of the initially selected operation. */
  operation: string;
  operations: {
    id: string;
    summary: string;
    values: SampleValue[];
  }[];
}
