import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { http } from './node-http.ts';
import { errorResponse, type HttpResponse, type ResponseHeaders } from './response.ts';
import { methodNotAllowed } from './route.ts';

/** How long a client whose request was rejected may take to read why. */
const LINGER_MS = 1_000;

/**
 * Responses to invalid HTTP in the document's error shape, and ends the connection: the listener of `clientError`.
 * Nothing of the request is repeated, because the error holds the packet, and the packet the key.
 * @param headers those of every response
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
 * Makes a server treat `Expect` and CONNECT as the interface says, instead of in Node's way, which is not its error shape.
 * @param headers those of every response
 */
export function answerUnusualRequests(server: Server, table: OperationTable, headers: () => ResponseHeaders): void {
  // RFC 9110, section 10.1.1: a server may ignore an expectation that it does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Node hands the connection over and closes it if nobody listens.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    // Node no longer sends an earlier response that is still under way, so waiting for it would never end.
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
    // What still arrives is read and dropped: a reset could remove the response before the client has read it.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

/** Earlier requests of the connection get their response first: they may have been charged. */
function whenIdle(socket: Duplex, then: () => void): void {
  const earlier = unfinishedResponse(socket);
  if (earlier) earlier.once('close', () => whenIdle(socket, then));
  else then();
}

function unfinishedResponse(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return response && !response.writableFinished && !response.destroyed ? response : undefined;
}

/** A response as it is on the wire; its body is a text. */
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
