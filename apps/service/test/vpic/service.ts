import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { createAccount, createPlan, serveHere } from '../support/service.ts';

/** Returns the path of a data directory for `import`. */
export const newData = (): string => join(temporaryDirectory(), 'data');

/** Starts the service in this process with imported data. Returns a function that sends a query. */
export async function serve(data: string): Promise<(query: Record<string, string>) => Promise<HttpResponse>> {
  await createPlan(data, 'all');
  const account = await createAccount(data, 'me', 'all');
  const service = await serveHere(data);
  return async (query) => {
    const response = await fetch(`${service.address}/api/?${new URLSearchParams({ ...account, ...query })}`);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as HttpResponse['body'],
    };
  };
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  body: { data?: unknown };
}
