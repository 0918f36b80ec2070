import { operationTable } from '@vehicle-lookup/contract';
import { cleanUpLater } from '@vehicle-lookup/testing';
import type { AnyBody } from '../../self-test/changes.ts';
import { account } from '../../self-test/correct-service.ts';
import type { ResponseChange, ServiceRequest, ServiceResponse } from '../../self-test/service.ts';
import { type StartedService, startService as start } from '../../self-test/start.ts';
import { type VerifyOptions, verifyContract } from '../../src/index.ts';
import type { RunReport } from '../../src/report/report.ts';

export type { AnyBody } from '../../self-test/changes.ts';
export { account, accounts, example, KEY, USER } from '../../self-test/correct-service.ts';
export type { ServiceResponse } from '../../self-test/service.ts';

/** Number of operations, which is also the number of requests in the profile `smoke`. */
export const OPERATIONS: number = operationTable.operations.length;

/** Returns the response of a faulty service, given the correct response. `silence`: the service never responds. */
export type ServiceFault = (
  correct: ServiceResponse,
  request: Pick<ServiceRequest, 'query' | 'operation'>,
) => ReturnType<ResponseChange>;

/** Starts a correct service or a service with one fault. The service is closed at the end of the test or file. */
export async function startService(fault?: ServiceFault, envelope?: string): Promise<StartedService> {
  const service = await start(fault, envelope);
  cleanUpLater(service.close);
  return service;
}

/** Verifies a correct service or a service with one fault, without pauses. See also `StartedService`. */
export async function verifyWith(
  fault?: ServiceFault,
  envelope?: string,
  options: Partial<VerifyOptions> = {},
): Promise<RunReport> {
  const { url, fetch, close } = await start(fault, envelope);
  try {
    const own = { baseUrl: url, credentials: account, target: 'service', fetch, sleep: async () => {} } as const;
    return await verifyContract({ ...own, ...options });
  } finally {
    await close();
  }
}

/** Creates a fault in the successful responses of one operation. */
export const inSuccess =
  (
    operation: string,
    change: (body: AnyBody, response: ServiceResponse) => Partial<ServiceResponse> | undefined,
  ): ServiceFault =>
  (correct, request) => {
    if (correct.status !== 200 || request.operation !== operation) return correct;
    return { ...correct, ...(change(correct.body, correct) ?? {}) };
  };
