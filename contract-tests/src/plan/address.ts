import { operationTable, readBaseAddress } from '@vehicle-lookup/operations';
import { RunError } from '../run-error.ts';

/**
 * The address that every request goes to.
 * @param baseUrl the service's base address
 * @throws RunError when it is no plain http or https address
 */
export function serviceAddress(baseUrl: string): string {
  try {
    return `${readBaseAddress(baseUrl)}${operationTable.path}`;
  } catch (error) {
    throw new RunError(`--base-url: ${(error as Error).message}`);
  }
}
