import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { OperationTable } from '@vehicle-lookup/selectors';
import { answerUnusualRequests, refuseInvalidRequest } from './refuse.ts';
import type { ReplyHeaders } from './reply.ts';

/**
 * Longer than clients keep an idle connection (undici: 4 s, proxies: 60 s). If the server closed first, a request that is
 * already on its way would be lost.
 */
const KEEP_ALIVE_MS = 72_000;

/**
 * A server that answers every request in the document's shape, also what Node.js would answer by itself.
 * @param headers those of a reply that the listener does not send
 * @param limits times and sizes that differ from Node's
 */
export function createFrontServer(
  table: OperationTable,
  headers: () => ReplyHeaders,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerOptions = {},
): Server {
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, ...limits }, listener);
  server.on('clientError', (error, socket) => refuseInvalidRequest(table, error, socket, headers()));
  answerUnusualRequests(server, table, headers);
  return server;
}
