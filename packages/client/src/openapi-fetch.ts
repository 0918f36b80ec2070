import createClient, { type Middleware } from 'openapi-fetch';
import { connect } from './connection.ts';
import { path, success } from './contract.gen.ts';
import { readBaseUrl, type VehicleLookupOptions } from './options.ts';
import { selectedOperation } from './raw.ts';
import type { Get } from './selectors.gen.ts';
import type { Init } from './send.ts';

export type { Middleware } from 'openapi-fetch';

/** An openapi-fetch client whose `GET` is typed by the query. */
export interface OpenapiFetch {
  /**
   * Asks with a query; the credentials are added beneath the middleware.
   * @throws VehicleLookupError where the service sent no JSON, nothing, or a refusal with the status of a success
   */
  GET: Get<Pick<Init, 'headers' | 'signal'>>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/**
 * Makes an openapi-fetch client for programs that use its middleware. Time-outs, retries and redaction lie beneath it: a
 * middleware sees neither the credentials in a request nor the address of a response.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function createOpenapiFetch(options: VehicleLookupOptions): OpenapiFetch {
  const connection = connect(options);
  const fetch = async ({ url, headers, signal }: Request): Promise<Response> => {
    const query = Object.fromEntries(new URL(url).searchParams);
    const call = { headers: Object.fromEntries(headers), signal };
    const { response, body, error } = await connection.request(selectedOperation(query) ?? path, query, call);
    if (!response || !body || (error && response.status === success)) throw error;
    return Response.json(body, response);
  };
  const client = createClient<Record<typeof path, { get: object }>>({ baseUrl: readBaseUrl(options.baseUrl), fetch });
  // The untyped function serves any document; the generated type says what this one allows.
  return { GET: client.GET as unknown as OpenapiFetch['GET'], use: client.use, eject: client.eject };
}
