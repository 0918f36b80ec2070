import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FIXED } from './headers.ts';
import { methodNotServed, refusal, type Told } from './told.ts';

/** How long a caller whose request was refused may take to read why. */
const LINGER_MS = 1_000;

/** What the parser of requests could not take: HTTP is not spoken, or not to its end. */
export interface ClientError extends Error {
  code?: string;
}

/**
 * Answers what is no request, in the document's error shape, and ends the connection. Nothing of it is repeated or
 * logged: the error holds the packet, and that the key.
 */
export function refuseConnection(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  const [status, text] = reason(error.code);
  refuse(socket, refusal(status, text));
}

/**
 * Answers CONNECT, a method that asks for no resource but for the connection. Node has let go of it by now: an answer
 * that is still on its way would come to rest, so the connection is cut then, as Node does where nobody listens.
 */
export function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  if (earlierAnswer(socket)) socket.destroy();
  else refuse(socket, methodNotServed);
}

function refuse(socket: Socket, told: Told): void {
  whenIdle(socket, () => {
    if (socket.destroyed || socket.writableEnded) return;
    socket.end(response(told));
    // What still arrives is read and dropped: a reset would take the answer with it.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

function reason(code: string | undefined): [status: number, text: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The request line and the headers are too long together.'];
  return [400, 'This is no valid HTTP request.'];
}

/** Earlier requests on the connection are answered first: their answers may have been charged. */
function whenIdle(socket: Socket, then: () => void): void {
  const earlier = earlierAnswer(socket);
  if (earlier) earlier.once('close', () => whenIdle(socket, then));
  else then();
}

/** The answer that the connection is busy with. */
function earlierAnswer(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: earlier } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return earlier && !earlier.writableFinished && !earlier.destroyed ? earlier : undefined;
}

function response({ status, headers: own, body = '' }: Told): string {
  const headers: Record<string, string> = {
    ...FIXED,
    ...own,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(String(body))),
    'x-request-id': randomUUID(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
