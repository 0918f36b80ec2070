import { selectedOperation } from '@vehicle-lookup/selectors';
import { selectors } from '../contract/contract.gen.ts';
import { fail } from '../fetch/events.ts';
import { refuse } from '../fetch/options.ts';
import { type Reply, toResponse } from '../fetch/send.ts';
import { type CallInit, type Connection, connect, type Query, type VehicleLookupOptions } from './connection.ts';
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
  const ask = (operation: string, query: Query, init?: CallInit) =>
    run(operation, async (call) => {
      const answer = await request(query, call, init);
      const { body, error } = answer;
      if (!body) throw error;
      if (error) fail(call, error);
      const response = () => answer.response ?? toResponse(answer as Reply);
      return error
        ? {
            error: body,
            get response() {
              return response();
            },
          }
        : {
            data: body,
            get response() {
              return response();
            },
          };
    });
  const GET = (_path: string, { params: { query }, ...init }: GetInit<Query>) =>
    ask(selectedOperation(selectors, query) ?? 'GET', query, init);
  const call = async (id: string, inputs: Query, init?: CallInit) => {
    if (!Object.hasOwn(selectors, id)) refuse('call', 'operation', `one of ${Object.keys(selectors).join(', ')}`, id);
    return ask(id, { ...inputs, ...selectors[id] }, init);
  };
  return { GET, call, use, eject } as unknown as VehicleClient;
}
