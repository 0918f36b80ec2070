import type { CallInit } from './options.ts';

/** A request whose query selects the operation. */
export type GetInit<Q> = CallInit & { params: { query: Q } };

/** Contains either `data` or `error`. The response has no address, which would contain the key. */
export type ClientResult<Status extends number, Body, Failure> =
  | { data: Body; error?: never; response: Response & { readonly status: Status } }
  | { data?: never; error: Failure; response: Response };
