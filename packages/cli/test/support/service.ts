import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveHttp } from '@vehicle-lookup/testing';

export type Responder = (query: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void;

/** Starts a service. `queries` contains all queries that the service has received. */
export async function serve(respond: Responder): Promise<{ address: string; queries: URLSearchParams[] }> {
  const queries: URLSearchParams[] = [];
  const { address } = await serveHttp((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    queries.push(query);
    respond(query, response, request);
  });
  return { address, queries };
}

/** Returns the body of a successful response with one vehicle of the given model. */
export const vehicle = (model: string): unknown => ({
  success: true,
  timestamp: '2025-07-02T22:40:00+00:00',
  api_version: '2.0',
  data: { carId: 1, make: 'Volkswagen', model },
});
