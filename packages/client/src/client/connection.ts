import createOpenapiClient, {
  createFinalURL,
  createQuerySerializer,
  type Middleware,
  type ClientOptions as OpenapiClientOptions,
} from 'openapi-fetch';
import { type Identity, identity, path } from '../contract/contract.gen.ts';
import { baseHeaders, NAMES, readBaseUrl } from '../fetch/address.ts';
import { type Call, runCall } from '../fetch/events.ts';
import { type CallOptions, checkOptions, type FetchOptions, sentOptions } from '../fetch/options.ts';
import { parse, responseError } from '../fetch/response-error.ts';
import { abortedError, createSend, type Reply, toResponse } from '../fetch/send.ts';
import { withTimeLimit } from '../fetch/time-limit.ts';

export type Query = Record<string, unknown>;

/** Options of a client: those of `createFetch`, and those of openapi-fetch. */
export type VehicleLookupOptions = FetchOptions &
  Omit<OpenapiClientOptions, keyof FetchOptions | 'bodySerializer' | 'pathSerializer' | 'body' | 'method' | 'redirect'>;

/** Options of one call. */
export interface CallInit extends CallOptions {
  /** Middleware of openapi-fetch for this call, after that of the client. */
  middleware?: Middleware[] | undefined;
}

/** The result of a request: a reply, or the error without one, which may be that of a middleware. */
export type Answer = Partial<Omit<Reply, 'error'>> & { error?: unknown; response?: Response };

/** A service and an account. The credentials are private: they are sent in requests and shown nowhere else. */
export interface Connection extends Partial<Identity> {
  readonly baseUrl: string;
  /** Adds middleware of openapi-fetch. It sees the requests of all calls, without the credentials. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
  /** Sends a query through the middleware. Never rejects. */
  readonly request: (query: Query, call: Call, options?: CallInit | null) => Promise<Answer>;
  /** Runs a call of an operation. Its end is an event, whether or not there is a request. */
  readonly run: <T>(operation: string, work: (call: Call) => Promise<T>) => Promise<T>;
}

/**
 * Creates a connection to a service, with openapi-fetch. Sends no request.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions = {} as VehicleLookupOptions): Connection {
  checkOptions('connect', options, NAMES);
  const { Request, querySerializer, requestInitExt } = options as unknown as OpenapiClientOptions;
  const baseUrl = readBaseUrl(options.baseUrl);
  const send = createSend(options);
  const sent = sentOptions(options);
  const base = baseHeaders(options);
  const client = createOpenapiClient<Record<typeof path, { get: object }>>({
    ...({ Request, querySerializer, requestInitExt } as object),
    ...sent,
    baseUrl,
  });
  const serialize = typeof querySerializer === 'function' ? querySerializer : createQuerySerializer(querySerializer);
  const used = new Set<Middleware>();

  const shown = options as unknown as Query;
  return {
    ...Object.fromEntries(identity.map((name) => [name, shown[name]])),
    baseUrl: options.baseUrl,
    use(...middleware) {
      client.use(...middleware);
      for (const one of middleware) used.add(one);
    },
    eject(...middleware) {
      client.eject(...middleware);
      for (const one of middleware) used.delete(one);
    },
    async request(given, call, init) {
      const { operation } = call.end;
      const { signal, headers, middleware } = init ?? {};
      try {
        if (init) checkOptions(operation, init);
        // The credentials are added beneath the middleware.
        const query = NAMES.some((name) => name in given)
          ? Object.fromEntries(Object.entries(given).filter(([name]) => !NAMES.includes(name)))
          : given;
        const more = { ...sent, ...(init && sentOptions(init)), ...requestInitExt, headers: { ...base, ...headers } };
        // Creating a `Request` and a `Response` takes longer than the rest of a call. Only a middleware needs them.
        if (!used.size && !middleware && !Request) {
          const address = createFinalURL(path, { baseUrl, params: { query }, querySerializer: serialize } as never);
          return await send({ url: address, signal, init: more }, call, init ?? {});
        }
        const fetch = async ({ url, signal, headers }: Request) =>
          toResponse(await send({ url, signal, init: { ...more, headers } }, call, init ?? {}));
        // A `Request` adds a listener to its signal and leaves it there: it gets a signal of its own.
        const { data, error, response } = await withTimeLimit([signal], 0, async (signal) => {
          const own = { params: { query }, parseAs: 'text', fetch, headers: more.headers, signal };
          return (await client.GET(path, { ...init, ...own } as never)) as Query & { response: Response };
        });
        const text = typeof error === 'object' ? JSON.stringify(error) : `${data ?? error ?? ''}`;
        const changed = { status: response.status, headers: response.headers, text, body: parse(text) };
        return { ...changed, response, error: responseError(operation, changed) };
      } catch (error) {
        return { error: signal?.aborted ? abortedError(operation, signal.reason) : error };
      }
    },
    run: (operation, work) => runCall(options.onEvent, operation, work),
  };
}
