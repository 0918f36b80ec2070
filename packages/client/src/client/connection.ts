import type { paths } from '@vehicle-lookup/contract/types';
import createOpenapiClient, { type Middleware, type ParseAs } from 'openapi-fetch';
import { type CallRecord, runCall } from '../call/call-record.ts';
import { pick, withoutCredentials } from '../call/credentials.ts';
import { baseHeaders, mergedHeaders } from '../call/headers.ts';
import { abortedError } from '../call/no-response.ts';
import { checkOptions, clientNames, openapiFetchNames, sentNames } from '../call/options.ts';
import { createRequestSender } from '../call/request-sender.ts';
import { type ClientResponse, readResponse, toResponse } from '../call/response.ts';
import { untilAborted } from '../call/time-limit.ts';
import { readBaseUrl } from '../call/url.ts';
import { type Identity, identity, path } from '../contract/contract.gen.ts';
import type { CallInit, QueryParameters, VehicleLookupOptions } from './options.ts';

/** A connection to a service with an account. The credentials are private and appear only in requests. */
export interface Connection extends Partial<Identity> {
  readonly baseUrl: string;
  /** Adds openapi-fetch middleware, which receives the requests of all calls without the credentials. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
  /**
   * Sends a query through openapi-fetch.
   * @param parseAs the format in which openapi-fetch reads a success body. Default: text, whose parsed value is in `body`
   * @throws VehicleLookupError when there is no response; or any error that middleware throws
   */
  readonly request: (
    query: QueryParameters,
    record: CallRecord,
    options?: CallInit | null,
    parseAs?: ParseAs,
  ) => Promise<Received>;
  /** Runs an operation call and emits its `end` event, even if no request is made. */
  readonly run: <T>(operation: string, work: (record: CallRecord) => Promise<T>) => Promise<T>;
}

/** A response, and the data that openapi-fetch returns. */
export interface Received extends ClientResponse {
  response: Response;
  /** A success body in the format of `parseAs`; a string by default. */
  data: unknown;
}

type WireQuery = paths[typeof path]['get']['parameters']['query'];

/**
 * Creates a connection to a service through openapi-fetch. Does not send a request.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions = {} as VehicleLookupOptions): Connection {
  checkOptions('connect', options, clientNames);
  readBaseUrl(options.baseUrl); // rejects an invalid URL before the first call
  const headers = baseHeaders(options);
  const sendRequest = createRequestSender(options);
  const { use, eject, GET } = createOpenapiClient<paths>(pick(options, openapiFetchNames));

  return {
    ...pick(options, identity),
    baseUrl: options.baseUrl,
    use,
    eject,
    async request(query, record, callOptions, parseAs = 'text') {
      const { operation } = record;
      const own = callOptions ?? {};
      checkOptions(operation, own);
      const baseUrl = readBaseUrl(own.baseUrl ?? options.baseUrl, operation);
      const passedOn = { ...pick(options, sentNames), ...own };
      const init = {
        ...passedOn,
        baseUrl,
        // The credentials are added below the middleware.
        params: { query: withoutCredentials(query) as WireQuery },
        headers: mergedHeaders(operation, headers, own.headers),
        middleware: own.middleware ?? [],
        parseAs,
      };
      const fetch = async (request: Request) => {
        // A `Request` does not expose all fields, such as the dispatcher.
        const sent = { ...pick(passedOn, sentNames), headers: request.headers, ...options.requestInitExt };
        return toResponse(await sendRequest(record, baseUrl + path, request, sent, own));
      };
      // A `Request` does not remove its listener from the signal, so each request gets its own signal.
      const exchange = untilAborted([own.signal], (signal) => GET(path, { ...init, fetch, signal: signal ?? null }));
      const { data, error, response } = await exchange.catch((thrown) => {
        throw own.signal?.aborted ? abortedError(operation, own.signal.reason) : thrown;
      });
      // openapi-fetch has already parsed the body of a failure if it is JSON.
      const body: unknown = error ?? data ?? '';
      const text = typeof body === 'object' ? JSON.stringify(body) : `${body}`;
      const raw = { status: response.status, headers: response.headers, text };
      return { ...readResponse(operation, raw), response, data };
    },
    run: (operation, work) => runCall(options.onEvent, operation, work),
  };
}
