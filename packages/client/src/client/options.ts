import type { Middleware, ClientOptions as OpenapiClientOptions } from 'openapi-fetch';
import type { CallOptions, FetchOptions } from '../call/options.ts';

/** Query parameters, keyed by name. */
export type QueryParameters = Record<string, unknown>;

/** Options that are passed on to openapi-fetch and `fetch`. */
export interface PassedOnOptions
  extends Omit<OpenapiClientOptions, keyof FetchOptions | 'body' | 'method' | 'redirect'> {}

/** Client options: the options of `createFetch` and of openapi-fetch. */
export type VehicleLookupOptions = FetchOptions & PassedOnOptions;

/** Options for one call. */
export interface CallInit extends CallOptions, Omit<PassedOnOptions, 'requestInitExt'> {
  /** Default: the client's base URL. */
  baseUrl?: string | undefined;
  /** openapi-fetch middleware for this call, which runs after the client's middleware. */
  middleware?: Middleware[] | undefined;
}
