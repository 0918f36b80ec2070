import type { paths } from '@vehicle-lookup/contract/types';
import createOpenapiClient, { type Middleware, type ParseAs } from 'openapi-fetch';
import { type CallRecord, runCall } from '../call/call-record.ts';
import { requestInit } from '../call/create-fetch.ts';
import { credentialNames, pick, withoutCredentials } from '../call/credentials.ts';
import { baseHeaders, mergedHeaders } from '../call/headers.ts';
import { abortedError } from '../call/no-response.ts';
import { checkOptions, sentNames } from '../call/options.ts';
import { type ClientResponse, readResponse, toResponse } from '../call/response.ts';
import { createSend } from '../call/send.ts';
import { untilAborted } from '../call/time-limit.ts';
import { readBaseUrl } from '../call/url.ts';
import { type Identity, identity, path } from '../contract/contract.gen.ts';
import type { CallInit, QueryParameters, VehicleLookupOptions } from './options.ts';

/** A service and an account. The credentials are private: they are sent in requests and shown nowhere else. */
export interface Connection extends Partial<Identity> {
  readonly baseUrl: string;
  /** Adds middleware of openapi-fetch. It sees the requests of all calls, without the credentials. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
  /**
   * Sends a query by openapi-fetch.
   * @param parseAs how openapi-fetch reads the body of a success. Default: not at all; it is in `body`.
   * @throws VehicleLookupError when there is no response; or what a middleware throws
   */
  readonly request: (
    query: QueryParameters,
    record: CallRecord,
    options?: CallInit | null,
    parseAs?: ParseAs,
  ) => Promise<Received>;
  /** Runs a call of an operation. Its end is an event, whether or not there is a request. */
  readonly run: <T>(operation: string, work: (record: CallRecord) => Promise<T>) => Promise<T>;
}

/** A response, and what openapi-fetch returns of it. */
export interface Received extends ClientResponse {
  response: Response;
  /** The body of a success as `parseAs` says; a text by default. */
  data: unknown;
}

type WireQuery = paths[typeof path]['get']['parameters']['query'];

/** Options that openapi-fetch reads itself. */
const OWN_OPTIONS = ['Request', 'bodySerializer', 'pathSerializer', 'querySerializer', 'requestInitExt'];

/**
 * Creates a connection to a service, with openapi-fetch. Sends no request.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions = {} as VehicleLookupOptions): Connection {
  checkOptions('connect', options, credentialNames);
  const baseUrl = readBaseUrl(options.baseUrl);
  const headers = baseHeaders(options);
  const send = createSend(options);
  const sent = pick(options, sentNames);
  const { use, eject, GET } = createOpenapiClient<paths>({ ...pick(options, OWN_OPTIONS), baseUrl });

  return {
    ...pick(options, identity),
    baseUrl: options.baseUrl,
    use,
    eject,
    async request(query, record, callOptions, parseAs = 'text') {
      const { operation } = record;
      const own = callOptions ?? {};
      checkOptions(operation, own);
      let received: ClientResponse | undefined;
      let unchanged: Response | undefined;
      // What a middleware has changed of the request is sent.
      const fetch = async (request: Request, extension?: RequestInit) => {
        const init = { ...requestInit(request), ...extension, headers: request.headers };
        received = await send({ url: request.url, signal: request.signal, init }, record, own);
        unchanged = toResponse(received);
        return unchanged;
      };
      // A `Request` adds a listener to its signal and leaves it there: so it gets another signal.
      const exchange = untilAborted([own.signal], (signal) =>
        GET(path, {
          ...sent,
          ...own,
          baseUrl: own.baseUrl === undefined ? baseUrl : readBaseUrl(own.baseUrl),
          // The credentials are added below the middleware.
          params: { query: withoutCredentials(query) as WireQuery },
          headers: mergedHeaders(operation, headers, own.headers),
          middleware: own.middleware ?? [],
          parseAs,
          fetch,
          signal: signal ?? null,
        }),
      );
      const { data, error, response } = await exchange.catch((thrown) => {
        throw own.signal?.aborted ? abortedError(operation, own.signal.reason) : thrown;
      });
      if (received && response === unchanged) return { ...received, response, data };
      // openapi-fetch has parsed the body of a failure, if it is JSON.
      const body: unknown = error ?? data ?? '';
      const text = typeof body === 'object' ? JSON.stringify(body) : `${body}`;
      const { status } = response;
      return { ...readResponse(operation, { status, headers: response.headers, text }), response, data };
    },
    run: (operation, work) => runCall(options.onEvent, operation, work),
  };
}
