import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { OperationTable } from '../table.ts';
import { answerUnusualRequests, refuseInvalidRequest } from './refuse.ts';
import type { Headers } from './reply.ts';

/**
 * A server that answers every request in the document's shape, also what Node.js would answer by itself.
 * @param headers those of every reply
 */
export function createFrontServer(
  table: OperationTable,
  headers: Headers,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer({ requireHostHeader: false }, listener);
  server.on('clientError', (error, socket) => refuseInvalidRequest(table, error, socket, headers));
  answerUnusualRequests(server, table, () => headers);
  return server;
}
