import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contentSecurityPolicy } from './self-contained.ts';

export interface ServeOptions {
  /** 0 (the default) takes a free one. */
  port?: number;
  host?: string;
}

/** The documentation, being served. */
export interface Served {
  /** Its base address, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves dist/index.html.
 * @throws when the page is not built, or the port is taken
 */
export async function serve({ port = 0, host = '127.0.0.1' }: ServeOptions = {}): Promise<Served> {
  const page = readFileSync(join(import.meta.dirname, '../dist/index.html'));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
    'cache-control': 'no-cache',
    // The page carries the policy itself; what frames it can only be said here.
    'content-security-policy': `${contentSecurityPolicy(page.toString())}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  const server = createServer(({ method, url = '' }, response) => {
    const found = ['GET', 'HEAD'].includes(method ?? '') && /^\/(index\.html)?(\?|$)/.test(url);
    if (found) response.writeHead(200, headers).end(method === 'HEAD' ? undefined : page);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing is here; the documentation is at /.\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { address: addressOf(server, host), close: () => close(server) };
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
