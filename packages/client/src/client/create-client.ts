import { selectedOperation } from '@vehicle-lookup/openapi/selectors';
import { reject } from '../call/options.ts';
import { path, selectors } from '../contract/contract.gen.ts';
import { isObject } from '../json.ts';
import { type Connection, connect } from './connection.ts';
import type { CallInit, QueryParameters, VehicleLookupOptions } from './options.ts';
import type { Get, NamedCall } from './queries.gen.ts';
import type { GetInit, ParseAs, ParseOption } from './result.ts';

/** An openapi-fetch client with the exact types from the document. */
export interface VehicleClient {
  /**
   * Sends a query, which determines the operation and the type of the body.
   * @throws VehicleLookupError when there is no response, or when the response is not JSON
   */
  GET: Get;
  /** Calls an operation by its name. @throws VehicleLookupError as `GET` does */
  call: NamedCall;
  /** Adds middleware, which receives the requests of all calls without the credentials. */
  use: Connection['use'];
  /** Removes middleware. */
  eject: Connection['eject'];
}

/**
 * Creates a client with openapi-fetch's `GET`. It sends requests like `createFetch`, and the query determines the response type.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export const createClient = (options: VehicleLookupOptions): VehicleClient => clientOf(connect(options));

/** Returns the client of a connection. */
export function clientOf({ request, run, use, eject }: Connection): VehicleClient {
  const send = (operation: string, query: QueryParameters, options?: (CallInit & ParseOption) | null) =>
    run(operation, async (record) => {
      const { parseAs = 'json', ...init } = options ?? {};
      if (!isObject(query)) reject(operation, 'query', 'an object', query);
      if (!PARSED_AS.includes(parseAs)) reject(operation, 'parseAs', `one of ${PARSED_AS.join(', ')}`, parseAs);
      const isJson = parseAs === 'json';
      const { body, error, data, response } = await request(query, record, init, isJson ? undefined : parseAs);
      if (!isJson && response.ok && error?.code !== 'rejected') return { data, response };
      if (error) record.fail(error);
      if (error && !body) throw error;
      return error ? { error: body, response } : { data: body, response };
    });
  const GET = async (given: string, init?: GetInit<QueryParameters>) => {
    if (given !== path) reject('GET', 'path', path, given);
    const { params, ...options } = { ...init };
    const query = params?.query as QueryParameters;
    return send((isObject(query) && selectedOperation(selectors, query)) || 'GET', query, options);
  };
  const call = async (id: string, inputs: QueryParameters, init?: CallInit & ParseOption) => {
    if (!Object.hasOwn(selectors, id)) reject('call', 'operation', `one of ${Object.keys(selectors).join(', ')}`, id);
    return send(id, { ...inputs, ...selectors[id] }, init);
  };
  return { GET, call, use, eject } as unknown as VehicleClient;
}

const PARSED_AS: ParseAs[] = ['json', 'text', 'blob', 'arrayBuffer', 'stream'];
