import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { operationTable } from '@vehicle-lookup/contract';
import {
  allowedMethods,
  createFrontServer,
  type HttpResponse,
  PRIVATE_HEADERS,
  type RequestHead,
  type ResponseHeaders,
  readTarget,
  route,
  sendResponse,
} from '@vehicle-lookup/toolkit/http';
import { createAddressLimit } from '../limits/memory-limits.ts';
import { once } from '../observability/once.ts';
import { clientAddress, findSender } from './client-address.ts';
import { requestId } from './correlation.ts';
import { createLookup, type Stores } from './lookup/lookup.ts';
import { failureResponse, overloaded, tooManyFromAddress } from './lookup/responses.ts';
import { type Exchange, logFailure, type Observers, observe } from './observe.ts';
import { createOverloadLimit, type OverloadLimit } from './overload.ts';

export interface AppOptions {
  /** Addresses or networks of proxies whose forwarded headers are trusted; default: none. */
  trustProxy?: string[];
  /** Origins whose pages may read the responses; default: none. */
  corsOrigin?: string[];
  /** True once the service stops: each response is then the last one of its connection; default: never. */
  isStopping?: () => boolean;
  /** The number of an account, for the event of a lockout; default: unknown. */
  accountNumber?: (user: string) => Promise<number | undefined>;
  /** Milliseconds in which a client takes a chunk of a long response; default: SLOWEST_CHUNK_MS. */
  slowestChunkMs?: number;
  /** Requests per second and client address; default: any number. */
  addressLimit?: number | undefined;
  /** Rejects what cannot be served in time; default: createOverloadLimit(). */
  overloadLimit?: OverloadLimit;
}

const LIMITS: ServerOptions = {
  // A request has to arrive within this time; clients of such interfaces wait 30 s (field notes).
  requestTimeout: 30_000,
  // A client that has connected sends its request line and headers within this time; silent ones make room for others.
  headersTimeout: 10_000,
  // How often Node.js looks for connections that are over their time.
  connectionsCheckingInterval: 2_000,
  // The interface has no request bodies.
  optimizeEmptyRequests: true,
};
/** A chunk of a long response has 64 KiB, so a client takes at least 2 KiB a second. */
const SLOWEST_CHUNK_MS = 32_000;
/** A connection on which nothing moves, not even a response that the client does not read. */
const IDLE_TIMEOUT_MS = 60_000;

/** The interface as an HTTP server, which does not listen yet. */
export function createApp(stores: Stores, observers: Observers, options: AppOptions = {}): Server {
  const { trustProxy = [], corsOrigin = [], isStopping = () => false } = options;
  const { slowestChunkMs = SLOWEST_CHUNK_MS, accountNumber = async () => undefined } = options;
  const { overloadLimit = createOverloadLimit(), addressLimit } = options;
  const isWithinLimit = addressLimit === undefined ? () => true : createAddressLimit(addressLimit);
  const { report, metrics } = observers;
  const isNew = once();
  const lookup = createLookup({
    ...stores,
    onCharged: metrics.charged,
    onAllowanceLow: (account, { limit, remaining }) => report('allowance-low', { account, limit, remaining }),
    onLockedOut: (user, address, seconds) => {
      if (!isNew(`${address} ${user.slice(0, 100)}`, seconds * 1_000)) return;
      void accountNumber(user)
        .catch(() => undefined)
        .then((account) => report('lock-out', { address, account }));
    },
  });
  const senderOf = findSender(trustProxy, (peer) => {
    if (isNew('untrusted-proxy', Number.POSITIVE_INFINITY)) report('untrusted-proxy', { peer: clientAddress(peer) });
  });

  const server = createFrontServer(
    operationTable,
    () => commonHeaders(randomUUID()),
    (request, response) => {
      const leave = overloadLimit();
      if (!leave) return rejectOverload(request, response);
      const exchange: Exchange = { id: requestId(request), request, response, leave, observation: { charged: false } };
      answer(exchange)
        .catch((error: unknown) => fail(exchange, error))
        .catch(() => response.destroy());
    },
    LIMITS,
  );
  server.setTimeout(IDLE_TIMEOUT_MS);
  server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
    // A client that disconnects has sent nothing wrong.
    if (code !== 'ECONNRESET') report('malformed-request');
  });

  async function answer(exchange: Exchange): Promise<void> {
    const { id, request, response, observation } = exchange;
    const address = clientAddress(senderOf(request));
    if (!isWithinLimit(address)) {
      report('address-limit', { address }, 'any');
      return send(exchange, tooManyFromAddress);
    }
    observe(observers, exchange);
    const { query, response: rejected } = route(operationTable, request);
    if (rejected) return send(exchange, contractResponse(request) ?? rejected);
    const { headers } = request;
    const isDisconnected = () => response.destroyed;
    const onLateCharge = () => report('abandoned-search', { id, ...observation, charged: true });
    return lookup({ query, headers, address, isDisconnected, observation, onLateCharge }, (found) =>
      send(exchange, found),
    );
  }

  /** Costs as little as possible: one list of headers for all, no id, no line of the log. */
  function rejectOverload(request: IncomingMessage, response: ServerResponse): void {
    report('overload', undefined, 'any');
    // node:http parses the headers of a request when they are read for the first time.
    const cors = corsOrigin.length > 0 ? corsHeaders(corsOrigin, request.headers.origin, request.method) : {};
    response.writeHead(overloaded.status, [...OVERLOADED, ...Object.entries(cors).flat()]).end(overloaded.body);
  }

  function send(exchange: Exchange, response: HttpResponse): Promise<void> {
    const { id, request, response: outgoing, observation } = exchange;
    exchange.leave();
    const headers = commonHeaders(id);
    Object.assign(headers, corsHeaders(corsOrigin, request.headers.origin, request.method));
    // Clients then reconnect, possibly to a different instance: no connection in use is reset at the end.
    if (isStopping() || !server.listening) headers.connection = 'close';
    const { body } = response;
    if (typeof body !== 'object' || body instanceof Uint8Array) return sendResponse(outgoing, response, headers);
    const onSlow = () => {
      observation.slow = true;
      outgoing.destroy();
    };
    return sendResponse(outgoing, { ...response, body: timed(body, slowestChunkMs, onSlow) }, headers);
  }

  async function fail(exchange: Exchange, error: unknown): Promise<void> {
    const { response, observation } = exchange;
    observation.failed = true;
    logFailure(observers, exchange, error);
    // A response that has begun can only be cut: a regular end would make it look complete.
    if (response.headersSent) response.destroy();
    else await send(exchange, failureResponse(error));
  }

  return server;
}

let body: string | undefined;

/**
 * The contract of this service: the interface with the additions of overlay.yaml, as the build derived it. It needs no
 * credentials, and nothing is charged.
 * @returns undefined for a request to anything else
 */
function contractResponse({ method = '', url = '' }: Pick<RequestHead, 'method' | 'url'>): HttpResponse | undefined {
  if (readTarget(url).path !== '/openapi.json' || !['GET', 'HEAD'].includes(method)) return undefined;
  body ??= readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8');
  const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };
  return { status: 200, headers, body };
}

/**
 * The chunks of a long response, with a time for each: a client that takes a byte now and then would keep its connection, and
 * an old version of the catalogue, open for days.
 * @param onSlow called if a chunk was not taken in time
 */
async function* timed(chunks: AsyncIterable<string>, ms: number, onSlow: () => void): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(onSlow, ms);
    try {
      // It goes on once there is room for another chunk.
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}

const FIXED: ResponseHeaders = { ...PRIVATE_HEADERS, vary: 'Origin' };
/** Names and values in turn. */
const OVERLOADED = Object.entries({
  ...FIXED,
  ...overloaded.headers,
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(String(overloaded.body))),
}).flat();
const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Catalogue-Version, X-Request-Id';
/** Seconds for which a browser may skip another preflight. */
const PREFLIGHT_AGE = '600';

/** The headers of every response. */
export const commonHeaders = (requestId: string): Record<string, string> => ({ ...FIXED, 'x-request-id': requestId });

/** The headers that a page of this origin needs; none for an origin that is not on the list. */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
  method: string | undefined,
): ResponseHeaders {
  if (origin === undefined || !origins.includes(origin)) return {};
  const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
  if (method !== 'OPTIONS') return allowed;
  return {
    ...allowed,
    'access-control-allow-methods': allowedMethods(operationTable).join(', '),
    // The asterisk does not include Authorization.
    'access-control-allow-headers': 'Authorization, X-Api-Key, *',
    'access-control-max-age': PREFLIGHT_AGE,
  };
}
