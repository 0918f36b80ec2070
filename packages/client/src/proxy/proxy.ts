import { errorBody, operationTable } from '@vehicle-lookup/contract';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { createFetch } from '../call/create-fetch.ts';
import { pick } from '../call/credentials.ts';
import type { ClientOptions, FetchOptions, Layer } from '../call/options.ts';
import { checkNames, credentialNames, reject } from '../call/options.ts';
import { readResponse } from '../call/response.ts';
import { readBaseUrl } from '../call/url.ts';
import { type Credentials, path } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { type CacheOptions, createCache } from '../layers/cache.ts';
import { maskFor, responseOf, toStoredResponse } from '../layers/request.ts';
import type { OperationId } from '../operations/result.ts';

/** The service, its account, and the visitors' permissions. The other options are the options of `createFetch`. */
export interface ProxyOptions extends ClientOptions, Credentials {
  /** The operations that visitors may use. */
  operations: readonly OperationId[];
  /** Origins of pages on other servers, such as `https://shop.example.com`. Default: only pages of this server. */
  origins?: readonly string[];
  /** The number of requests that a visitor may make. Default: unlimited. */
  limit?: VisitorLimit;
  /** Options of a cache that keeps paid responses. Default: responses are not kept. */
  cache?: CacheOptions;
}

/** Returns the response to a page's request. */
export type Proxy = (request: Request) => Promise<Response>;

/** The operations for visitors, who send no credentials. */
const visitorTable: typeof operationTable = { ...operationTable, credentials: [] };
const parameters = new Set(visitorTable.operations.flatMap((it) => Object.keys({ ...it.parameters, ...it.selectors })));

/** The service's response headers that visitors may see. Other headers may reveal account details. */
const SHOWN = ['content-type', 'age', 'retry-after'];

/**
 * Creates a handler for pages without a key, whose client sends requests to the handler: `createVehicleLookup({ baseUrl:
 * '/vehicles' })`. The handler adds the credentials and rejects invalid requests itself, before a consultation is spent. Account
 * errors are hidden from visitors and reported to `onEvent`.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed, or an operation does not exist
 */
export function createProxy({ operations, origins = [], limit, cache, layers = [], ...options }: ProxyOptions): Proxy {
  const known = operationTable.operations.map(({ id }) => id);
  if (!Array.isArray(operations) || !operations.length)
    reject('proxy', 'operations', `at least one of ${known.join(', ')}`, operations, operations && 'an empty list');
  for (const id of operations)
    if (!known.includes(id)) reject('proxy', 'operations', `some of ${known.join(', ')}`, id, `"${id}"`);
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      reject('proxy', 'origins', 'origins like https://example.com, without a / at the end', origin, `"${origin}"`);
  if (typeof cache === 'function') reject('proxy', 'cache', 'the options of createCache', cache);
  const waitOf = limit && createCounter(limit);
  const send = createFetch({
    ...options,
    ...pick(options, credentialNames),
    // Identical concurrent requests are shared even if responses are not kept. A cache in `layers` takes precedence as the outer layer.
    layers: [withoutKey, ...layers, createCache(cache ?? { maxAge: 0 })],
  } as FetchOptions);
  const base = readBaseUrl(options.baseUrl) + path;

  const answer = async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    const sent = credentialNames.filter((name) => searchParams.has(name));
    if (sent.length > 0) return failure(400, `Do not send ${sent.join(' and ')}: the server adds the account.`);
    const unknown = [...searchParams.keys()].find((name) => !parameters.has(name));
    const names = [...parameters].join(', ');
    if (unknown) return failure(400, `${unknown}: unknown query parameter; expected some of ${names}.`);
    const resolution = resolve(visitorTable, searchParams);
    if (!resolution.ok) return failure(resolution.error.status, resolution.error.message);
    if (!operations.includes(resolution.operation)) return notAvailable(resolution.operation);
    try {
      const wait = waitOf?.(request);
      if (wait) return failure(429, 'Too many requests. Try again later.', { 'retry-after': `${wait}` });
      return await shown(resolution.operation, await send(`${base}?${searchParams}`, { signal: request.signal }));
    } catch (error) {
      const isLate = error instanceof VehicleLookupError && error.code === 'timeout';
      return failure(isLate ? 504 : 502, UNAVAILABLE);
    }
  };

  return async (request) => {
    const { method, headers } = request;
    const origin = headers.get('origin');
    const isForeign = origin ? origin !== new URL(request.url).origin : headers.get('sec-fetch-site') === 'cross-site';
    const isAllowed = !isForeign || origins.includes(origin ?? '');
    const cors = { vary: 'Origin', ...(origin && isAllowed && { 'access-control-allow-origin': origin }) };
    if (!isAllowed) return failure(403, 'Pages from this origin are not allowed.', cors);
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...cors, allow: 'GET, OPTIONS' } });
    if (method !== 'GET') return failure(405, 'Use GET.', { ...cors, allow: 'GET, OPTIONS' });
    const response = await answer(request);
    for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
    response.headers.set('access-control-expose-headers', 'Age, Retry-After, X-Should-Retry');
    return response;
  };
}

const notAvailable = (operation: string): Response => failure(403, `${operation} is not available here.`);

const UNAVAILABLE = 'The lookup is not available. Try again later.';

/** Forbids retries by the page, which would multiply the requests, because the proxy has already retried. */
const failure = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json(errorBody(message), { status, headers: { 'x-should-retry': 'false', ...headers } });

/** Returns the part of a response that visitors may see: data, and errors in their own request. */
async function shown(operation: string, response: Response): Promise<Response> {
  const { status, headers } = response;
  const stored = await toStoredResponse(response);
  const visible = stored.headers.filter(([name]) => SHOWN.includes(name));
  const { error } = readResponse(operation, { status, headers, text: stored.text });
  if (!error || error.code === 'bad_request' || error.code === 'not_found')
    return responseOf({ ...stored, headers: visible });
  if (error.code === 'forbidden_by_plan') return notAvailable(operation);
  return failure(503, UNAVAILABLE, error.retryAfter === undefined ? {} : { 'retry-after': `${error.retryAfter}` });
}

/** Masks the key in every response, even in a success body. */
const withoutKey: Layer = (next) => async (address, init) => {
  const response = await toStoredResponse(await next(address, init));
  return responseOf({ ...response, text: maskFor(address)(response.text) });
};

/** The number of requests that a visitor may make in a time window, including requests that the cache serves. */
export interface VisitorLimit {
  requests: number;
  seconds: number;
  /**
   * Returns a string that identifies the visitor, such as the address that the server in front of the handler sets in a header.
   * If `visitor` throws an error, the response is a 502, and no request is made.
   */
  visitor(request: Request): string;
}

/** The maximum number of visitors whose requests are counted. */
const MOST = 10_000;

/**
 * Counts visitors' requests. Returns a function that returns the seconds for which a visitor must wait.
 * @throws VehicleLookupError `invalid_argument` for an invalid limit
 */
function createCounter(limit: VisitorLimit): (request: Request) => number {
  const { requests, seconds, visitor } = limit;
  checkNames('proxy', limit, ['requests', 'seconds', 'visitor'], 'limit.');
  if (!Number.isSafeInteger(requests) || requests < 1) reject('proxy', 'limit.requests', 'an integer from 1', requests);
  if (typeof seconds !== 'number' || !(seconds > 0)) reject('proxy', 'limit.seconds', 'a positive number', seconds);
  if (typeof visitor !== 'function') reject('proxy', 'limit.visitor', 'a function', visitor);
  const windows = new Map<string, { end: number; count: number }>();

  return (request) => {
    const now = performance.now();
    const who = visitor(request);
    const found = windows.get(who);
    const window = found && found.end > now ? found : { end: now + seconds * 1000, count: 0 };
    windows.delete(who);
    windows.set(who, window);
    const [oldest] = windows.keys();
    if (windows.size > MOST && oldest !== undefined) windows.delete(oldest);
    return ++window.count > requests ? Math.ceil((window.end - now) / 1000) : 0;
  };
}
