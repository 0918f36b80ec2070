import { selectedOperation } from '@vehicle-lookup/selectors';
import createClient, { type Middleware } from 'openapi-fetch';
import { path, selectors, success } from '../contract/contract.gen.ts';
import type { Get } from '../raw/queries.gen.ts';
import { connect } from '../transport/connection.ts';
import { readBaseUrl, type VehicleLookupOptions } from '../transport/options.ts';
import type { Init } from '../transport/send.ts';

export type { Middleware } from 'openapi-fetch';

/** A client of openapi-fetch. The query determines the type of the response. */
export interface OpenapiFetch {
  /**
   * Sends a query. The credentials are added beneath the middleware.
   * @throws VehicleLookupError when there is no response, one without JSON, or a failure with the status of a success
   */
  GET: Get<Pick<Init, 'headers' | 'signal'>>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/**
 * Creates an openapi-fetch client for programs that use its middleware. Time limits, retries and masking are beneath it:
 * a middleware sees neither the credentials of a request nor the address of a response.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function createOpenapiFetch(options: VehicleLookupOptions): OpenapiFetch {
  const connection = connect(options);
  const fetch = async ({ url, headers, signal }: Request): Promise<Response> => {
    const query = Object.fromEntries(new URL(url).searchParams);
    const call = { headers: Object.fromEntries(headers), signal };
    const { response, body, error } = await connection.request(
      selectedOperation(selectors, query) ?? path,
      query,
      call,
    );
    if (!response || !body || (error && response.status === success)) throw error;
    return Response.json(body, response);
  };
  const client = createClient<Record<typeof path, { get: object }>>({ baseUrl: readBaseUrl(options.baseUrl), fetch });
  // The function works for any document; the generated type states what this document allows.
  return { GET: client.GET as unknown as OpenapiFetch['GET'], use: client.use, eject: client.eject };
}
