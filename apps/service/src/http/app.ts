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
  /** Origins whose web pages may read the responses; default: none. */
  corsOrigin?: string[];
  /** Returns true while the service stops: each response then closes its connection. Default: always false. */
  isStopping?: () => boolean;
  /** Returns the account number for a lockout event; default: unknown. */
  accountNumber?: (user: string) => Promise<number | undefined>;
  /** Milliseconds within which a client must read a chunk of a long response; default: SLOWEST_CHUNK_MS. */
  slowestChunkMs?: number;
  /** Maximum number of requests per second from a client address; default: unlimited. */
  addressLimit?: number | undefined;
  /** Rejects requests that cannot be served in time; default: createOverloadLimit(). */
  overloadLimit?: OverloadLimit;
}

const LIMITS: ServerOptions = {
  // A request must arrive within this time; clients of such APIs wait 30 s (field notes).
  requestTimeout: 30_000,
  // The request line and headers must arrive within this time; silent connections are closed.
  headersTimeout: 10_000,
  // Interval at which Node.js checks these two time limits.
  connectionsCheckingInterval: 2_000,
  // The API has no request bodies.
  optimizeEmptyRequests: true,
};
/** Milliseconds allowed for a chunk of 64 KiB, so that a client must read at least 2 KiB per second. */
const SLOWEST_CHUNK_MS = 32_000;
/** Milliseconds after which an idle connection is closed, even during a response that the client does not read. */
const IDLE_TIMEOUT_MS = 60_000;

/** Creates the HTTP server of the API without starting it. */
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
    // A client that disconnects has not sent a malformed request.
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

  /** Rejects a request with minimal work: the same headers for all rejections, without an ID or a log line. */
  function rejectOverload(request: IncomingMessage, response: ServerResponse): void {
    report('overload', undefined, 'any');
    // node:http parses the request headers at their first use.
    const cors = corsOrigin.length > 0 ? corsHeaders(corsOrigin, request.headers.origin, request.method) : {};
    response.writeHead(overloaded.status, [...OVERLOADED, ...Object.entries(cors).flat()]).end(overloaded.body);
  }

  function send(exchange: Exchange, response: HttpResponse): Promise<void> {
    const { id, request, response: outgoing, observation } = exchange;
    exchange.leave();
    const headers = commonHeaders(id);
    Object.assign(headers, corsHeaders(corsOrigin, request.headers.origin, request.method));
    // Clients then reconnect, possibly to a different instance, so that the stop does not reset a connection in use.
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
    // A response that has begun must be aborted, because a regular end would make it appear complete.
    if (response.headersSent) response.destroy();
    else await send(exchange, failureResponse(error));
  }

  return server;
}

let body: string | undefined;

/**
 * Returns the contract of this service: the API contract with the additions in overlay.yaml, generated by the build. The request
 * requires no credentials and is not charged.
 * @returns undefined for a request to any other path
 */
function contractResponse({ method = '', url = '' }: Pick<RequestHead, 'method' | 'url'>): HttpResponse | undefined {
  if (readTarget(url).path !== '/openapi.json' || !['GET', 'HEAD'].includes(method)) return undefined;
  body ??= readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8');
  const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };
  return { status: 200, headers, body };
}

/**
 * Yields the chunks of a long response with a time limit for each chunk. Otherwise, a slow client could keep its connection and
 * an old catalogue version open for days.
 * @param onSlow called if a chunk was not read in time
 */
async function* timed(chunks: AsyncIterable<string>, ms: number, onSlow: () => void): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(onSlow, ms);
    try {
      // Execution continues once the consumer requests the next chunk.
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}

const FIXED: ResponseHeaders = { ...PRIVATE_HEADERS, vary: 'Origin' };
/** Alternating header names and values. */
const OVERLOADED = Object.entries({
  ...FIXED,
  ...overloaded.headers,
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(String(overloaded.body))),
}).flat();
const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Catalogue-Version, X-Request-Id';
/** Seconds for which a browser may cache a preflight response. */
const PREFLIGHT_AGE = '600';

/** Returns the headers of every response. */
export const commonHeaders = (requestId: string): Record<string, string> => ({ ...FIXED, 'x-request-id': requestId });

/** Returns the CORS headers for an origin; none for an origin that is not in the list. */
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
