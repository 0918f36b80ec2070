import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, type Endpoint, listen, readTarget } from '@vehicle-lookup/toolkit/http';
import { markdownPath } from '../markdown/links.ts';
import { PATHS, rootOf } from '../site/links.ts';
import { type Assets, contentOf, negotiate } from './assets.ts';
import { RELAY_PATH, type RelayOptions, relay } from './relay.ts';

/** The documentation, being served. */
export interface DocsServer {
  /** Its base URL, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves a site.
 * @param site path → content; called for each request, so that the site can change
 * @throws when the port is taken
 */
export async function startDocs(
  site: () => Assets,
  relayOptions: RelayOptions,
  { host = '127.0.0.1', port = 0 }: Partial<Endpoint> = {},
): Promise<DocsServer> {
  const server = createServer(async (request, response) => {
    const { path } = readTarget(request.url ?? '');
    if (path === `/${RELAY_PATH}` && request.method === 'POST') await relay(relayOptions, request, response);
    else answer(site(), path, request, response);
  });
  return { address: await listen(server, { host, port }), close: () => closeServer(server) };
}

function answer(site: Assets, path: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Send GET or HEAD.\n');
    return;
  }
  const name = fileOf(site, path.slice(1));
  if (site.has(`${name}/index.html`)) {
    // Relative, so that it also holds behind a proxy that serves the site at another path.
    response.writeHead(308, { location: `./${name.slice(name.lastIndexOf('/') + 1)}/` }).end();
    return;
  }
  const found = (prefersMarkdown(request) && site.get(markdownPath(name) ?? '')) || site.get(name);
  const asset = found ?? notFound(site, path.slice(1));
  const { encoding, body } = negotiate(asset, request.headers['accept-encoding']);
  // A weak comparison: the forms of a file differ in nothing but their compression.
  if (found && (request.headers['if-none-match'] ?? '').includes(asset.headers.etag ?? '-')) {
    response.writeHead(304, asset.headers).end();
    return;
  }
  response.writeHead(found ? 200 : 404, {
    ...asset.headers,
    ...(encoding ? { 'content-encoding': encoding } : {}),
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The file that an address means: `errors` is `errors.html`, and a directory its first page. */
function fileOf(site: Assets, path: string): string {
  const name = path.replace(/(^|\/)$/, '$1index.html');
  return !site.has(name) && site.has(`${name}.html`) ? `${name}.html` : name;
}

/** Whether a client asks for Markdown and not, as browsers do, for HTML. */
const prefersMarkdown = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  /\btext\/markdown\b/.test(accept) && !/\btext\/html\b/.test(accept);

/** No page is so deep. The links of the page for unknown addresses repeat `../` for each level. */
const DEEPEST = 10;

/** The page for an unknown address links to the site's root from wherever it is shown. */
function notFound(site: Assets, path: string) {
  if (path.split('/').length > DEEPEST) return contentOf('404.txt', Buffer.from('Not found.\n'));
  const page = site.get(PATHS.notFound)?.body.toString() ?? 'Not found.\n';
  const root = rootOf(path);
  return contentOf(PATHS.notFound, Buffer.from(root === './' ? page : page.replaceAll('="./', `="${root}`)));
}
