import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { operationTable } from '@vehicle-lookup/operations';
import {
  answerUnusualRequests,
  type Reply,
  refuseInvalidRequest,
  route,
  sendReply,
} from '@vehicle-lookup/selectors/http';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { clientAddress } from './client-address.ts';
import { commonHeaders, corsHeaders } from './common-headers.ts';
import { contractReply } from './contract.ts';
import { loadHandlers } from './lookup/handler.ts';
import { createLookup, type Observation } from './lookup/lookup.ts';
import { failureReply, refusal } from './lookup/replies.ts';
import { withMinimumRate } from './minimum-rate.ts';
import { logFailure, type Observers, observe } from './observe.ts';
import type { ChargePolicy, Stores } from './stores.ts';
import { trustedProxies } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw query of a request to the interface. */
    lookupQuery: string;
    observation: Observation;
  }
}

export interface AppOptions {
  /** Addresses or networks of proxies whose forwarded headers are trusted; default: none. */
  trustProxy?: string[];
  /** Origins whose pages may read the replies; default: none. */
  corsOrigin?: string[];
  charge?: ChargePolicy;
  now?: () => Date;
  /** Milliseconds in which a client takes a chunk of a long reply; default: SLOWEST_CHUNK_MS. */
  slowestChunkMs?: number;
}

/** A request has to arrive within this time; clients of such interfaces wait 30 s (field notes). */
const REQUEST_TIMEOUT_MS = 30_000;
/** A client that has connected sends its request line and headers within this time; silent ones make room for others. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node.js looks for connections that are over their time. */
const TIMEOUT_CHECK_MS = 2_000;
/** A chunk of a long reply has 64 KiB, so a client takes at least 2 KiB a second. */
const SLOWEST_CHUNK_MS = 32_000;
/** A connection on which nothing moves, not even a reply that the client does not read. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * The interface as a Fastify application. Fastify only routes and shuts down; our code writes every reply, because
 * Fastify's own (its 404, for example) repeat the query.
 */
export async function createApp(
  stores: Stores,
  observers: Observers,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { trustProxy = [], corsOrigin = [], charge = 'success', now = () => new Date() } = options;
  const { slowestChunkMs = SLOWEST_CHUNK_MS } = options;
  const onLockOut = (address: string) => observers.events.lockedOut(address);
  const lookup = createLookup({ ...stores, charge, now, onLockOut, handlers: await loadHandlers() });
  const app: FastifyInstance = fastify({
    logger: false, // observe() logs; Fastify would log whole addresses
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 && trustedProxies(trustProxy),
    rewriteUrl: () => operationTable.path, // route() decides, so that no part of Fastify sees the query
    return503OnClosing: false,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    http: {
      requireHostHeader: false, // route() refuses it, in the document's error shape
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    clientErrorHandler(error, socket) {
      // A client that disconnects has sent nothing wrong.
      if (error.code !== 'ECONNRESET') observers.metrics.malformed();
      refuseInvalidRequest(operationTable, error, socket as Socket, commonHeaders(randomUUID()));
    },
  });
  answerUnusualRequests(app.server, operationTable, () => commonHeaders(randomUUID()));
  app.decorateRequest('observation');
  app.decorateRequest('lookupQuery');

  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });

  const send = (request: FastifyRequest, reply: FastifyReply, content: Reply): Promise<void> => {
    const headers = commonHeaders(request.id);
    Object.assign(headers, corsHeaders(corsOrigin, request.headers.origin, request.method));
    // A reply that ends after the service began to stop is the last one of its connection.
    if (stopping) headers.connection = 'close';
    const onSlow = () => {
      request.observation.slow = true;
      reply.raw.destroy();
    };
    return sendReply(reply.hijack().raw, withMinimumRate(content, slowestChunkMs, onSlow), headers);
  };
  const sendOrCut = (request: FastifyRequest, reply: FastifyReply, content: Reply): void => {
    send(request, reply, content).catch(() => reply.raw.destroy());
  };
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    request.observation.failed = true;
    logFailure(observers, request, error);
    // A reply that has begun can only be cut: a regular end would make it look complete.
    if (reply.raw.headersSent) reply.raw.destroy();
    else sendOrCut(request, reply, failureReply(error));
  };

  // Before a body is read: the interface has no request bodies.
  app.addHook('onRequest', (request, reply, done) => {
    const { method, originalUrl: url, headers, raw } = request;
    request.observation = { charged: false };
    // The first address is the peer's; more than one means that the peer is trusted.
    if (headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1) {
      observers.events.untrustedProxy(clientAddress(raw.socket.remoteAddress ?? ''));
    }
    observe(observers, request, reply);
    const contract = contractReply({ method, url });
    if (contract) {
      sendOrCut(request, reply, contract);
      return;
    }
    const routed = route(operationTable, { method, url, httpVersion: raw.httpVersion, rawHeaders: raw.rawHeaders });
    if (routed.reply) {
      sendOrCut(request, reply, routed.reply);
      return;
    }
    request.lookupQuery = routed.query;
    done();
  });

  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    const lookupRequest = {
      query: request.lookupQuery,
      headers: request.headers,
      address: clientAddress(request.ip ?? ''),
      isDisconnected: () => reply.raw.destroyed,
      observation: request.observation,
      onLateCharge: () => observers.events.searchCharged(request.id, request.observation),
    };
    lookup(lookupRequest, (content) => send(request, reply, content)).catch((error: unknown) =>
      fail(request, reply, error),
    );
  };
  app.route({ method: [operationTable.method, 'HEAD'], url: operationTable.path, handler });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode >= 400 && statusCode < 500) {
      sendOrCut(request, reply, refusal(statusCode, 'This request cannot be read.'));
    } else fail(request, reply, error);
  });
  return app;
}
