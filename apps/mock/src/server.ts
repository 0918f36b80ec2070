import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody, operationTable } from '@vehicle-lookup/operations';
import { type Answer, errorAnswer } from './answer.ts';
import { readDocument } from './document.ts';
import { createMock } from './mock.ts';
import { createForward } from './upstream.ts';

export interface MockOptions {
  /** 0 (the default) takes a free one. */
  port?: number;
  host?: string;
  /** Make bodies from the schemas instead of answering the documented examples. */
  dynamic?: boolean;
  /** Pass requests on to this service and judge its answers. */
  upstream?: URL;
  /** Receives a line per request: method, status and operation, never the query. */
  log?: (line: string) => void;
}

/** A running mock. */
export interface Mock {
  /** Its base address, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/** HEAD as GET without the body; OPTIONS without credentials (assumptions head, options). */
const ALLOW = [...new Set([operationTable.method, 'HEAD', 'OPTIONS'])].join(', ');

/** Browser pages of any origin may use a mock. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': ALLOW,
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

/**
 * Starts the mock of the document, or with `upstream` a validation proxy in front of a service.
 * @throws when the port is taken or the document is missing
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', dynamic = false, upstream, log } = options;
  const respond = await responder(dynamic, upstream);
  const server = createServer((request, response) => {
    handle(request, respond)
      .catch(() =>
        errorAnswer(500, 'The mock failed to answer. Please report it with the request, without your key.', 'failed'),
      )
      .then((answer) => {
        send(request, response, answer);
        log?.(`${request.method} ${answer.status} ${answer.note}`);
      });
  });
  server.on('clientError', refuse);
  server.listen(port, host);
  await once(server, 'listening');
  return { address: addressOf(server, host), close: () => close(server) };
}

type Responder = (request: IncomingMessage, query: string) => Promise<Answer>;

async function responder(dynamic: boolean, upstream: URL | undefined): Promise<Responder> {
  if (upstream) {
    const forward = createForward(upstream);
    return ({ method = 'GET', headers }, query) => forward(method, query, headers);
  }
  const respond = await createMock(readDocument(), dynamic);
  return ({ headers }, query) => respond(query, headers.prefer);
}

async function handle(request: IncomingMessage, respond: Responder): Promise<Answer> {
  const { path, query } = target(request.url ?? '');
  // Assumption trailing-slash: with and without it the same, no redirect.
  if (path !== operationTable.path && `${path}/` !== operationTable.path) {
    return errorAnswer(404, `Nothing is at this path; the interface has one, ${operationTable.path}.`, 'unknown path');
  }
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW }, body: '', note: 'options' };
  if (request.method !== operationTable.method && request.method !== 'HEAD') {
    return errorAnswer(405, `This method is not served; use ${operationTable.method}.`, 'unknown method', {
      allow: ALLOW,
    });
  }
  return respond(request, query);
}

/** Splits the request's target; absolute forms (`GET http://host/api/`) are what a proxy's client sends. */
function target(url: string): { path: string; query: string } {
  const [before = '', ...rest] = url.split('?');
  return { path: before.replace(/^https?:\/\/[^/]*/i, ''), query: rest.join('?') };
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  const isHead = request.method === 'HEAD';
  // Where no body may follow, an empty one (the proxy has no other) tells nothing of the length that GET would have.
  const isUnknown = body === '' && (isHead || status === 204 || status === 304);
  const length = isUnknown ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...CORS, 'cache-control': 'no-store', ...headers, ...length });
  response.end(isHead ? undefined : body);
}

/** What is no HTTP, or too long, is refused in the error shape as well. */
function refuse({ code }: Error & { code?: string }, socket: Duplex): void {
  const [status, text] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request is too long; addresses and headers have 16 kB together.']
      : ['400 Bad Request', 'This is no HTTP request that can be read.'];
  const body = JSON.stringify(errorBody(text));
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}
