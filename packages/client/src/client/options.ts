import type { Middleware, ClientOptions as OpenapiClientOptions } from 'openapi-fetch';
import type { CallOptions, FetchOptions } from '../call/options.ts';

/** The parameters of a query by name. */
export type QueryParameters = Record<string, unknown>;

/** Options of openapi-fetch and of `fetch`, which are passed on. */
export interface PassedOnOptions
  extends Omit<OpenapiClientOptions, keyof FetchOptions | 'body' | 'method' | 'redirect'> {}

/** Options of a client: the options of `createFetch` and of openapi-fetch. */
export type VehicleLookupOptions = FetchOptions & PassedOnOptions;

/** Options of one call. */
export interface CallInit extends CallOptions, Omit<PassedOnOptions, 'requestInitExt'> {
  /** Default: the base URL of the client. */
  baseUrl?: string | undefined;
  /** Middleware of openapi-fetch for this call, after the middleware of the client. */
  middleware?: Middleware[] | undefined;
}
