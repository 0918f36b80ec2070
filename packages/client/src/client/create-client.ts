import { selectedOperation } from '@vehicle-lookup/openapi/selectors';
import { reject } from '../call/options.ts';
import { toResponse } from '../call/response.ts';
import { selectors } from '../contract/contract.gen.ts';
import { type Connection, connect } from './connection.ts';
import type { CallInit, QueryParameters, VehicleLookupOptions } from './options.ts';
import type { Get, NamedCall } from './queries.gen.ts';
import type { GetInit } from './result.ts';

/** openapi-fetch with the exact types of the document. */
export interface VehicleClient {
  /**
   * Sends a query, which determines the operation and the type of the body.
   * @throws VehicleLookupError when there is no response, or one without JSON
   */
  GET: Get;
  /** Calls an operation by its name. @throws VehicleLookupError as `GET` does */
  call: NamedCall;
  /** Adds middleware. It sees the requests of all calls, without the credentials. */
  use: Connection['use'];
  /** Removes middleware. */
  eject: Connection['eject'];
}

/**
 * Creates a client of openapi-fetch on `createFetch`, whose `GET` is narrowed by the query.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export const createClient = (options: VehicleLookupOptions): VehicleClient => clientOf(connect(options));

/** The client of a connection. */
export function clientOf({ request, run, use, eject }: Connection): VehicleClient {
  const send = (operation: string, query: QueryParameters, init?: CallInit) =>
    run(operation, async (record) => {
      const response = await request(query, record, init);
      const { body, error } = response;
      if (error && !body) throw error;
      if (error) record.fail(error);
      return {
        ...(error ? { error: body } : { data: body }),
        // Made when it is read, because few callers do.
        get response() {
          return response.response ?? toResponse(response);
        },
      };
    });
  const GET = (_path: string, { params: { query }, ...init }: GetInit<QueryParameters>) =>
    send(selectedOperation(selectors, query) ?? 'GET', query, init);
  const call = async (id: string, inputs: QueryParameters, init?: CallInit) => {
    if (!Object.hasOwn(selectors, id)) reject('call', 'operation', `one of ${Object.keys(selectors).join(', ')}`, id);
    return send(id, { ...inputs, ...selectors[id] }, init);
  };
  return { GET, call, use, eject } as unknown as VehicleClient;
}
