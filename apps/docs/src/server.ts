import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { closeServer, type Endpoint, listen, readTarget } from '@vehicle-lookup/selectors/http';
import { contentSecurityPolicy } from './self-contained.ts';

/** The documentation, being served. */
export interface DocsServer {
  /** Its base address, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves dist/index.html.
 * @throws when the page is not built, or the port is taken
 */
export async function startDocs({ host = '127.0.0.1', port = 0 }: Partial<Endpoint> = {}): Promise<DocsServer> {
  const page = readFileSync(join(import.meta.dirname, '../dist/index.html'));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
    'cache-control': 'no-cache',
    // The page carries the policy itself, but only a header can say who may frame it.
    'content-security-policy': `${contentSecurityPolicy(page.toString())}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  const server = createServer(({ method = '', url = '' }, response) => {
    const found = ['GET', 'HEAD'].includes(method) && ['/', '/index.html'].includes(readTarget(url).path);
    if (found) response.writeHead(200, headers).end(method === 'HEAD' ? undefined : page);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found; the documentation is at /.\n');
  });
  return { address: await listen(server, { host, port }), close: () => closeServer(server) };
}
