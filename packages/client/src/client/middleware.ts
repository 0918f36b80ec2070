import createOpenapiClient, { type Middleware } from 'openapi-fetch';
import type { CallRecord } from '../call/call-record.ts';
import { pick } from '../call/credentials.ts';
import { abortedError } from '../call/no-response.ts';
import { sentOptions } from '../call/options.ts';
import { type ClientResponse, readResponse, toResponse } from '../call/response.ts';
import type { Send } from '../call/send.ts';
import { untilAborted } from '../call/time-limit.ts';
import { path } from '../contract/contract.gen.ts';
import type { CallInit, QueryParameters, VehicleLookupOptions } from './options.ts';

/** The middleware of a client, and a transport through it. */
export interface MiddlewareChain {
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
  isUsed(): boolean;
  /**
   * Sends a query by openapi-fetch, whose `fetch` is the one of this client.
   * @param init passed on to `fetch`
   * @throws VehicleLookupError when there is no response; or what a middleware throws
   */
  request(
    params: { query: QueryParameters },
    init: RequestInit & { headers: Record<string, string> },
    record: CallRecord,
    options: CallInit,
  ): Promise<ClientResponse>;
}

/** The path, as openapi-fetch wants it typed. */
interface Paths {
  [path]: {
    get: { parameters: { query: QueryParameters }; responses: { 200: { content: { 'text/plain': string } } } };
  };
}

/** Creates the chain, without middleware at first. The client of openapi-fetch in it gets the options that are its own. */
export function createMiddlewareChain(options: VehicleLookupOptions, baseUrl: string, send: Send): MiddlewareChain {
  const client = createOpenapiClient<Paths>({
    ...sentOptions(options),
    ...pick(options, ['Request', 'querySerializer', 'requestInitExt']),
    baseUrl,
  });
  const used = new Set<Middleware>();

  return {
    use(...middleware) {
      client.use(...middleware);
      for (const one of middleware) used.add(one);
    },
    eject(...middleware) {
      client.eject(...middleware);
      for (const one of middleware) used.delete(one);
    },
    isUsed: () => used.size > 0,
    async request(params, init, record, own) {
      const { operation } = record;
      const { middleware = [] } = own;
      // What a middleware has changed of the request is sent.
      const fetch = async ({ url, headers, signal }: Request) =>
        toResponse(await send({ url, signal, init: { ...init, headers } }, record, own));
      // A `Request` adds a listener to its signal and leaves it there: so it gets another signal.
      const exchange = untilAborted([own.signal], (signal) =>
        client.GET(path, {
          ...own,
          middleware,
          headers: init.headers,
          params,
          parseAs: 'text',
          fetch,
          signal: signal ?? null,
        }),
      );
      const { data, error, response } = await exchange.catch((thrown) => {
        throw own.signal?.aborted ? abortedError(operation, own.signal.reason) : thrown;
      });
      // openapi-fetch has parsed the body of a failure, if it is JSON.
      const text = typeof error === 'object' ? JSON.stringify(error) : `${data ?? error ?? ''}`;
      const { status, headers } = response;
      return { ...readResponse(operation, { status, headers, text }), response };
    },
  };
}
