import { selectedOperation } from '@vehicle-lookup/selectors';
import { selectors } from '../contract/contract.gen.ts';
import { type Attempt, createAttempt } from '../transport/attempt.ts';
import { type CallOptions, type RawOptions, refuse } from '../transport/options.ts';
import type { Init, Query } from '../transport/send.ts';
import type { Get, RawCall } from './queries.gen.ts';
import type { GetInit } from './result.ts';

export type * as Wire from '@vehicle-lookup/types';
export type { Fetch, Init } from '../transport/send.ts';
export type * from './queries.gen.ts';
export type * from './result.ts';

/** Requests with the exact types of the document. */
export interface Raw<Options = CallOptions> {
  /** Sends a query. @throws VehicleLookupError when there is no response, or one without JSON */
  GET: Get<Options>;
  /** Calls an operation by its name. @throws VehicleLookupError as `GET` does */
  call: RawCall<Options>;
}

/**
 * Creates the raw layer alone: no time limit, no retries and no hooks.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export const createRaw = (options: RawOptions): Raw<Init> => rawOf(createAttempt(options)) as Raw<Init>;

/** @param request sends a query */
export function rawOf(request: Attempt): Raw {
  const ask = async (operation: string, query: Query, options?: Init) => {
    const { response, body, error } = await request(operation, query, options);
    if (!body) throw error;
    return error ? { error: body, response } : { data: body, response };
  };
  const GET = (_path: string, { params: { query }, ...options }: GetInit<Query>) =>
    ask(selectedOperation(selectors, query) ?? 'raw', query, options);
  const call = async (id: string, inputs: Query, options?: Init) => {
    if (!Object.hasOwn(selectors, id)) refuse('raw', 'operation', `one of ${Object.keys(selectors).join(', ')}`, id);
    return ask(id, { ...inputs, ...selectors[id] }, options);
  };
  return { GET, call } as unknown as Raw;
}
