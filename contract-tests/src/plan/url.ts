import { type OperationTable, readBaseUrl } from '@vehicle-lookup/openapi/selectors';
import { RunError } from '../run-error.ts';

/**
 * The address of all requests.
 * @param baseUrl the service's base URL
 * @throws RunError when it is not a plain http or https address
 */
export function serviceAddress(table: OperationTable, baseUrl: string): string {
  try {
    return `${readBaseUrl(table, baseUrl)}${table.path}`;
  } catch (error) {
    throw new RunError(`--base-url: ${(error as Error).message}`);
  }
}
