import { createFinalURL, createQuerySerializer, defaultPathSerializer, type Middleware } from 'openapi-fetch';
import { type CallRecord, runCall } from '../call/call-record.ts';
import { credentialNames, pick, withoutCredentials } from '../call/credentials.ts';
import { checkOptions, sentOptions } from '../call/options.ts';
import type { ClientResponse } from '../call/response.ts';
import { createSend } from '../call/send.ts';
import { baseHeaders, readBaseUrl } from '../call/url.ts';
import { type Identity, identity, path } from '../contract/contract.gen.ts';
import { createMiddlewareChain } from './middleware.ts';
import type { CallInit, QueryParameters, VehicleLookupOptions } from './options.ts';

/** A service and an account. The credentials are private: they are sent in requests and shown nowhere else. */
export interface Connection extends Partial<Identity> {
  readonly baseUrl: string;
  /** Adds middleware of openapi-fetch. It sees the requests of all calls, without the credentials. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
  /**
   * Sends a query, through the middleware if there is some.
   * @throws VehicleLookupError when there is no response; or what a middleware throws
   */
  readonly request: (query: QueryParameters, record: CallRecord, options?: CallInit | null) => Promise<ClientResponse>;
  /** Runs a call of an operation. Its end is an event, whether or not there is a request. */
  readonly run: <T>(operation: string, work: (record: CallRecord) => Promise<T>) => Promise<T>;
}

/**
 * Creates a connection to a service, with openapi-fetch. Sends no request.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions = {} as VehicleLookupOptions): Connection {
  checkOptions('connect', options, credentialNames);
  const { Request, querySerializer: given, requestInitExt } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const send = createSend(options);
  const chain = createMiddlewareChain(options, baseUrl, send);
  const querySerializer = typeof given === 'function' ? given : createQuerySerializer(given);
  const sent = sentOptions(options);
  const base = baseHeaders(options);

  return {
    ...pick(options, identity),
    baseUrl: options.baseUrl,
    use: chain.use,
    eject: chain.eject,
    async request(query, record, callOptions) {
      const own = callOptions ?? {};
      checkOptions(record.operation, own);
      // The credentials are added below the middleware.
      const params = { query: withoutCredentials(query) };
      const headers = { ...base, ...own.headers };
      const init = { ...sent, ...sentOptions(own), ...requestInitExt, headers };
      // Creating a `Request` and a `Response` takes longer than the rest of a call. Only a middleware needs them.
      if (chain.isUsed() || own.middleware || Request) return chain.request(params, init, record, own);
      const url = createFinalURL(path, { baseUrl, params, querySerializer, pathSerializer: defaultPathSerializer });
      return send({ url, init, signal: own.signal }, record, own);
    },
    run: (operation, work) => runCall(options.onEvent, operation, work),
  };
}
