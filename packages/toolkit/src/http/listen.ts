import { once } from 'node:events';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { http } from './node-http.ts';
import { answerUnusualRequests, rejectInvalidRequest } from './reject.ts';
import type { ResponseHeaders } from './response.ts';

/**
 * Keep-alive timeout, longer than clients keep idle connections (undici: 4 s, proxies: 60 s). If the server closed a connection
 * first, a request in transit would be lost.
 */
const KEEP_ALIVE_MS = 72_000;

/**
 * Creates a server that uses the error body of the document, even if Node.js would respond itself.
 * @param headers returns the headers of responses that the listener does not send
 * @param limits timeouts and sizes that differ from the Node.js defaults
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

/** The host and port on which a server listens. */
export interface Endpoint {
  host: string;
  /** 0 selects an available port. */
  port: number;
}

/** Interval at which idle connections are closed. */
const SWEEP_MS = 50;

/**
 * Starts a server.
 * @returns the base URL, without a trailing slash
 * @throws an error that whyNotListening explains
 */
export async function listen(server: Server, { host, port }: Endpoint): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/**
 * Returns the reason why a server cannot listen, with the next step.
 * @param flag the flag that sets the port
 */
export function whyNotListening(error: unknown, { host, port }: Endpoint, flag: string = '--port'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${host} is in use; choose another port with ${flag}, or use ${flag} 0 for an available port`;
  }
  if (code === 'EACCES') {
    return `port ${port} on ${host} may not be used by this account; choose a port above 1023 with ${flag}`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    // A long string without a dot or colon may be a misplaced key.
    const what = /[.:]/.test(host) || host.length < 16 ? host : 'the value of --host';
    return `${what} is not an address of this machine; set an address with --host`;
  }
  return message;
}

/** Rejects new connections, completes responses in progress, and closes the remaining connections after the grace period. */
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
