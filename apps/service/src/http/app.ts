import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { operationTable } from '@vehicle-lookup/operations';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { callerOf } from './caller.ts';
import { refuseConnection, refuseTunnel } from './client-error.ts';
import { readHandlers } from './handlers.ts';
import { corsHeaders } from './headers.ts';
import { createLookup, type Seen } from './lookup.ts';
import { noteFailure, type Observers, observe } from './observe.ts';
import type { Charging, Stores } from './parts.ts';
import { respond } from './respond.ts';
import { isDecodable, isInterface, readTarget, route } from './target.ts';
import { ALLOW, allowed, methodNotServed, refusal, serverError, type Told } from './told.ts';

declare module 'fastify' {
  interface FastifyRequest {
    seen: Seen;
  }
}

export interface AppOptions {
  /** Addresses or networks of proxies whose forwarded headers are believed; nobody's by default. */
  trustProxy?: string[];
  /** Origins whose pages may read the answers. */
  corsOrigins?: string[];
  charge?: Charging;
  now?: () => Date;
}

/** Bytes of an address; the longest that makes sense is a fraction of it. */
const LONGEST_ADDRESS = 2_048;
/** A request has to arrive within this time; clients of such interfaces wait 30 s (field notes). */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves, not even an answer that nobody reads. */
const IDLE_TIMEOUT_MS = 60_000;

/** Methods that the interface answers; the others are refused before routing. */
const METHODS = ALLOW.split(', ');

/**
 * The interface as a Fastify application. Fastify routes and closes; what it would say by itself (its 404 repeats
 * the query) is said here, in the document's error shape.
 */
export async function createApp(
  stores: Stores,
  observers: Observers,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { trustProxy = [], corsOrigins = [], charge = 'success', now = () => new Date() } = options;
  const lookup = createLookup({ ...stores, charge, now, handlers: await readHandlers() });
  const app: FastifyInstance = fastify({
    logger: false, // observe() logs; Fastify would log whole addresses
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    rewriteUrl: ({ url = '' }) => route(readTarget(url)),
    return503OnClosing: false,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    http: { requireHostHeader: false }, // refuse() says it in the document's error shape
    clientErrorHandler(error, socket) {
      // A caller who breaks off has sent nothing that is wrong.
      if (error.code !== 'ECONNRESET') observers.metrics.malformed();
      refuseConnection(error, socket as Socket);
    },
  });
  // RFC 9110, section 10.1.1: a server may leave an expectation that it does not know out of account.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Node takes the connection out of the server's hands where somebody listens, and cuts it where nobody does.
  app.server.on('connect', (_, socket) => refuseTunnel(socket as Socket));
  app.decorateRequest('seen');

  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });

  const answer = (request: FastifyRequest, reply: FastifyReply, told: Told): Promise<void> => {
    const cors = corsHeaders(corsOrigins, request.headers.origin, request.method);
    // An answer that ends after the service began to stop is the connection's last.
    return respond(request, reply, told, stopping ? { ...cors, connection: 'close' } : cors);
  };
  const tell = (request: FastifyRequest, reply: FastifyReply, told: Told): void => {
    answer(request, reply, told).catch(() => reply.raw.destroy());
  };
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    request.seen.failed = true;
    noteFailure(observers, request, error);
    // An answer that has begun can only be cut: its end would make it look whole.
    if (reply.raw.headersSent) reply.raw.destroy();
    else tell(request, reply, serverError);
  };

  app.addHook('onRequest', (request, reply, done) => {
    request.seen = { charged: false };
    observe(observers, request, reply);
    // Before a body is read: nobody asks for one.
    const told = refuse(request) ?? (request.method === 'OPTIONS' ? allowed : undefined);
    if (told) tell(request, reply, told);
    else done();
  });

  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    const asked = {
      query: readTarget(request.originalUrl).query,
      address: callerOf(request.ip ?? ''),
      isGone: () => reply.raw.destroyed,
      seen: request.seen,
    };
    lookup(asked, (told) => answer(request, reply, told)).catch((error: unknown) => fail(request, reply, error));
  };
  app.route({ method: [operationTable.method, 'HEAD'], url: operationTable.path, handler });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode >= 400 && statusCode < 500) {
      tell(request, reply, refusal(statusCode, 'This request cannot be read.'));
    } else fail(request, reply, error);
  });
  return app;
}

/** What is refused whatever the query says; undefined: it is a request to the interface. */
function refuse(request: FastifyRequest): Told | undefined {
  const { method, originalUrl: url, headers, raw } = request;
  // RFC 9112, section 3.2
  if (raw.httpVersion === '1.1' && headers.host === undefined) return refusal(400, 'Send the header Host.');
  if (url.length > LONGEST_ADDRESS) return refusal(414, `The address is longer than ${LONGEST_ADDRESS} bytes.`);
  if (!isInterface(request)) {
    if (!isDecodable(readTarget(url)))
      return refusal(400, 'Percent-encode the path as UTF-8: it holds an escape that cannot be read.');
    return refusal(404, `Nothing is at this path; the interface has one, ${operationTable.path}.`);
  }
  return METHODS.includes(method) ? undefined : methodNotServed;
}
