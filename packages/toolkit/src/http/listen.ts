import { once } from 'node:events';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { http } from './node-http.ts';
import { answerUnusualRequests, rejectInvalidRequest } from './reject.ts';
import type { ResponseHeaders } from './response.ts';

/**
 * Longer than clients keep an idle connection (undici: 4 s, proxies: 60 s). If the server closed first, a request that is
 * already on its way would be lost.
 */
const KEEP_ALIVE_MS = 72_000;

/**
 * A server that responds to every request in the document's shape, also where Node.js would respond by itself.
 * @param headers those of a response that the listener does not send
 * @param limits times and sizes that differ from Node's
 */
export function createFrontServer(
  table: OperationTable,
  headers: () => ResponseHeaders,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerOptions = {},
): Server {
  const server = http.createServer({ requireHostHeader: false, ...limits }, listener);
  server.on('clientError', (error, socket) => rejectInvalidRequest(table, error, socket, headers()));
  answerUnusualRequests(server, table, headers);
  return server;
}

/** Where a server listens. */
export interface Endpoint {
  host: string;
  /** 0 takes a free one. */
  port: number;
}

/** Connections that have become idle are closed this often. */
const SWEEP_MS = 50;

/**
 * Starts to listen.
 * @returns the base URL, without a slash at its end
 * @throws what whyNotListening explains
 */
export async function listen(server: Server, { host, port }: Endpoint): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/**
 * Why a server cannot listen, and what to do.
 * @param flag that chooses the port
 */
export function whyNotListening(error: unknown, { host, port }: Endpoint, flag: string = '--port'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${host} is taken; choose another with ${flag}, or ${flag} 0 for a free one`;
  }
  if (code === 'EACCES') {
    return `port ${port} on ${host} may not be used by this account; choose one above 1023 with ${flag}`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    // A text without a dot may be a misplaced key.
    const what = /[.:]/.test(host) || host.length < 16 ? host : 'the value of --host';
    return `${what} is not an address of this machine; choose one with --host`;
  }
  return message;
}

/** Takes no new connections, lets responses under way end, and cuts what has not ended after the grace period. */
export async function closeServer(server: Server, graceMs: number = 0): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await new Promise((resolve) => server.close(resolve));
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
