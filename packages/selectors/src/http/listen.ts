import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
 * @returns the base address
 * @throws what whyNotListening explains
 */
export async function listen(server: Server, { host, port }: Endpoint): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return baseAddress(server, host);
}

/** The base address of a server that listens, without a slash at its end. */
export function baseAddress(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
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
    return `${host} is not an address of this machine; choose one with --host`;
  }
  return message;
}

/**
 * Takes no new connections, lets replies under way end, and cuts what has not ended after the grace period.
 * @param close closes the server; default: the server's own method
 */
export async function closeServer(
  server: Server,
  graceMs: number = 0,
  close: () => Promise<unknown> = () => new Promise((resolve) => server.close(resolve)),
): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
