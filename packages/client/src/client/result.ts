import type { ParseAs, ParseAsResponse } from 'openapi-fetch';
import type { CallInit } from './options.ts';

export type { ParseAs };

/** The format of a success body; an error body is always JSON. Default: `json`. */
export interface ParseOption<P extends ParseAs = ParseAs> {
  parseAs?: P | undefined;
}

/** A success body in the given format. */
export type ParsedBy<P extends ParseAs, Body> = ParseAsResponse<Body, { parseAs: P }>;

/** A request whose query selects the operation. */
export type GetInit<Q, P extends ParseAs = ParseAs> = CallInit & ParseOption<P> & { params: { query: Q } };

/** Contains either `data` or `error`. The response has no URL, because the URL would contain the key. */
export type ClientResult<Status extends number, Body, Failure> =
  | { data: Body; error?: never; response: Response & { readonly status: Status } }
  | { data?: never; error: Failure; response: Response };
