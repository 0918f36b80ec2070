import { type RunFinding, type VerifyOptions, verifyContract } from '@vehicle-lookup/contract-tests';
import { exampleBodies } from '@vehicle-lookup/openapi';
import { type Basis, basisText, resolve } from '@vehicle-lookup/openapi/selectors';
import type { Built } from '../support/documented.ts';

/** A deviation of a service from the document. */
export interface Deviation {
  /** Bodies that replace the documented bodies, keyed by operation and status. */
  bodies?: Record<string, unknown>;
  /** Response headers, keyed by status. */
  headers?: Record<string, Record<string, string>>;
  /** A clause or assumption. The service accepts queries that violate it. */
  tolerates?: Basis;
}

/** Returns the findings of the contract suite for a service that sends the documented examples, except for its deviation. */
export async function findingsOf(
  { document, table }: Built,
  profile: NonNullable<VerifyOptions['profile']>,
  { bodies = {}, headers = {}, tolerates }: Deviation,
): Promise<RunFinding[]> {
  const examples = exampleBodies(document);
  const response = (operation: string, status: string): Response => {
    const key = `${operation} ${status}`;
    const example = examples.find((one) => one.operation === operation && one.status === status);
    return Response.json(Object.hasOwn(bodies, key) ? bodies[key] : example?.body, {
      status: Number(status),
      headers: headers[status] ?? {},
    });
  };
  const [byDefault = ''] = table.operations.map(({ id }) => id);
  const report = await verifyContract({
    baseUrl: 'http://127.0.0.1',
    credentials: Object.fromEntries(table.credentials.map((name) => [name, 'demo-demo'])),
    target: 'service',
    profile,
    fetch: async (input) => {
      const resolution = resolve(table, new URL(new Request(input).url).search);
      if (resolution.ok) return response(resolution.operation, '200');
      const { operation = byDefault, status, ...problem } = resolution.error;
      const isTolerated = tolerates !== undefined && basisText(problem) === basisText(tolerates);
      return response(operation, isTolerated ? '200' : String(status));
    },
  });
  return report.findings;
}
