import { errorBody } from '@vehicle-lookup/contract';
import { exampleBodies, exampleQuery } from '@vehicle-lookup/openapi';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { root, sendJson, serveHttp } from '@vehicle-lookup/testing';
import { readBuilt } from './documented.ts';

/** A service that returns the documented examples. */
export interface DocumentedService {
  address: string;
  /** The number of received requests. */
  requests: number;
  /** Whether the service repeats the key in every success. */
  isBroken: boolean;
}

/** Starts a service with one account, `demo`. */
export async function serveDocumented(key: string): Promise<DocumentedService> {
  const { document, table } = readBuilt(root);
  const bodies = exampleBodies(document);
  const service: DocumentedService = { address: '', requests: 0, isBroken: false };
  const rejection = (status: number) => [status, errorBody('It did not work.')] as const;
  const responseTo = (query: URLSearchParams): readonly [status: number, body: unknown] => {
    const resolution = resolve(table, query.toString());
    if (query.get('user') !== 'demo' || query.get('key') !== key) return rejection(401);
    if (!resolution.ok) return rejection(resolution.error.status);
    const { operation, parameters } = resolution;
    const known = exampleQuery(document, operation);
    if (Object.entries(parameters).some(([name, value]) => known[name] !== value)) return rejection(404);
    const body = bodies.find((one) => one.operation === operation && one.status === '200')?.body;
    return [200, { ...Object(body), ...(service.isBroken ? { note: key } : {}) }];
  };
  const { address } = await serveHttp((request, response) => {
    service.requests += 1;
    const [status, body] = responseTo(new URL(request.url ?? '', 'http://service').searchParams);
    sendJson(response, status, body);
  });
  return Object.assign(service, { address });
}
