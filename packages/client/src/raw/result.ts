import type { RawResponse } from '../transport/attempt.ts';
import type { CallOptions } from '../transport/options.ts';

/** A request whose query selects the operation. */
export type GetInit<Q, Options = CallOptions> = Options & { params: { query: Q } };

/** Contains either `data` or `error`. */
export type RawResult<Status extends number, Body, Failure> =
  | { data: Body; error?: never; response: RawResponse<Status> }
  | { data?: never; error: Failure; response: RawResponse };
