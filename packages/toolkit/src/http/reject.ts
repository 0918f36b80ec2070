import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { http } from './node-http.ts';
import { errorResponse, type HttpResponse, type ResponseHeaders } from './response.ts';
import { methodNotAllowed } from './route.ts';

/** Time in which a client may read the response to a rejected request. */
const LINGER_MS = 1_000;

/**
 * Responds to invalid HTTP with the document's error body and closes the connection. It is a listener for `clientError`. The
 * response does not repeat any part of the request, because the error contains the packet, which contains the key.
 * @param headers of every response
 */
export function rejectInvalidRequest(
  table: OperationTable,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: ResponseHeaders,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  reject(socket, invalidRequest(table, error.code), headers);
}

/**
 * Handles `Expect` and CONNECT according to the API, because Node.js would respond without the API's error body.
 * @param headers of every response
 */
export function answerUnusualRequests(server: Server, table: OperationTable, headers: () => ResponseHeaders): void {
  // RFC 9110, section 10.1.1: a server may ignore an unknown expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Node.js passes the connection to a listener, or closes it if there is no listener.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    // After CONNECT, Node.js does not complete a response in progress, so waiting for this response would never end.
    if (unfinishedResponse(socket)) socket.destroy();
    else reject(socket, methodNotAllowed(table), headers());
  });
}

function invalidRequest(table: OperationTable, code: string | undefined): HttpResponse {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errorResponse(table, 408, 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW') {
    const text = `The request line and the headers are too long: expected at most ${http.maxHeaderSize} bytes together.`;
    return errorResponse(table, 431, text);
  }
  return errorResponse(table, 400, 'This is not a valid HTTP request.');
}

function reject(socket: Duplex, response: HttpResponse, headers: ResponseHeaders): void {
  whenIdle(socket, () => {
    if (socket.destroyed || socket.writableEnded) return;
    socket.end(asText(response, headers));
    // Further data is read and discarded, because a reset could discard the response before the client has read it.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

/** Waits until earlier requests on the connection have received their responses, because these requests may have been charged. */
function whenIdle(socket: Duplex, then: () => void): void {
  const earlier = unfinishedResponse(socket);
  if (earlier) earlier.once('close', () => whenIdle(socket, then));
  else then();
}

function unfinishedResponse(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return response && !response.writableFinished && !response.destroyed ? response : undefined;
}

/** Returns a response with a string body as HTTP/1.1 text. */
function asText({ status, headers: own, body = '' }: HttpResponse, common: ResponseHeaders): string {
  const headers: ResponseHeaders = {
    ...common,
    ...own,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(String(body))),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
