import { type Attempt, attempts, type RawResponse } from './attempt.ts';
import { selectors } from './contract.gen.ts';
import { type CallOptions, type RawOptions, refuse } from './options.ts';
import type { Get, RawCall } from './selectors.gen.ts';
import type { Init, Query } from './send.ts';

export type * from './selectors.gen.ts';
export type { Fetch, Init } from './send.ts';
export type * as Wire from './wire.gen.ts';

/** A request whose query selects the operation. */
export type GetInit<Q, Options = CallOptions> = Options & { params: { query: Q } };

/** Either `data` or `error` is there. */
export type RawResult<Status extends number, Body, Failure> =
  | { data: Body; error?: never; response: RawResponse<Status> }
  | { data?: never; error: Failure; response: RawResponse };

/** Exact wire types: what the document says is what arrives. */
export interface Raw<Options = CallOptions> {
  /** Asks with a query. @throws VehicleLookupError where the service sent no JSON, or nothing */
  GET: Get<Options>;
  /** Asks for an operation by its name. @throws VehicleLookupError as `GET` does */
  call: RawCall<Options>;
}

/**
 * Makes a client of the raw layer alone: without time-outs, retries and hooks.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export const createRaw = (options: RawOptions): Raw<Init> => rawOf(attempts(options)) as Raw<Init>;

/** @param request sends a query */
export function rawOf(request: Attempt): Raw {
  const ask = async (operation: string, query: Query, options?: Init) => {
    const { response, body, error } = await request(operation, query, options);
    if (!body) throw error;
    return error ? { error: body, response } : { data: body, response };
  };
  const GET = (_path: string, { params: { query }, ...options }: GetInit<Query>) =>
    ask(selectedOperation(query) ?? 'raw', query, options);
  const call = async (id: string, inputs: Query, options?: Init) => {
    if (!Object.hasOwn(selectors, id)) refuse('raw', 'operation', `one of ${Object.keys(selectors).join(', ')}`, id);
    return ask(id, { ...inputs, ...selectors[id] }, options);
  };
  return { GET, call } as unknown as Raw;
}

/** The operation whose selectors hold; of several the one with the most selectors, which stands first. */
export const selectedOperation = (query: Query): string | undefined => {
  const held = Object.entries(selectors).find(([, pairs]) => {
    return Object.entries(pairs).every(([name, value]) => `${query[name]}` === `${value}`);
  });
  return held?.[0];
};
