import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { closeServer, type Endpoint, listen, readTarget } from '@vehicle-lookup/toolkit/http';
import { CONTRACT_FILES } from '../contract/contract-files.ts';
import { rootOf } from '../layout/links.ts';
import { RELAY_PATH, type RelayOptions, relay } from './relay.ts';

/** A running documentation server. */
export interface DocsServer {
  /** Base URL, without a trailing slash. */
  address: string;
  close(): Promise<void>;
}

type Files = ReadonlyMap<string, Buffer>;

/**
 * Starts a server for a site.
 * @param site returns a map from path to content; called for each request, because the site can change
 * @throws if the port is in use
 */
export async function startDocs(
  site: () => Files,
  relayOptions: RelayOptions,
  { host = '127.0.0.1', port = 0 }: Partial<Endpoint> = {},
): Promise<DocsServer> {
  const server = createServer(async (request, response) => {
    const { path } = readTarget(request.url ?? '');
    if (path === `/${RELAY_PATH}` && request.method === 'POST') await relay(relayOptions, request, response);
    else respond(site(), path.slice(1), request, response);
  });
  return { address: await listen(server, { host, port }), close: () => closeServer(server) };
}

function respond(files: Files, path: string, { method, headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Send GET or HEAD.\n');
    return;
  }
  if (files.has(`${path}/index.html`)) {
    // A relative redirect works even behind a proxy that serves the site at another path.
    response.writeHead(308, { location: `./${path.slice(path.lastIndexOf('/') + 1)}/` }).end();
    return;
  }
  const name = fileOf(files, path, headers.accept);
  const found = files.get(name);
  const [shown, body] = found ? [name, found] : notFound(files, path);
  const { fields, compressed } = preparedOf(shown, body);
  if (found && headers['if-none-match']?.includes(fields.etag)) {
    response.writeHead(304, fields).end();
    return;
  }
  const encoding = encodingOf(headers['accept-encoding']);
  const ready = encoding === 'br' ? files.get(`${shown}.br`) : undefined;
  const sent = ready ?? compressed.get(encoding) ?? compress(body, encoding);
  compressed.set(encoding, sent);
  const more = { 'content-length': sent.length, ...(encoding ? { 'content-encoding': encoding } : {}) };
  response.writeHead(found ? 200 : 404, { ...fields, ...more }).end(method === 'HEAD' ? undefined : sent);
}

/** Returns the file for a path, which may be a directory or lack its extension. Programs may request the Markdown version. */
function fileOf(files: Files, path: string, accept = ''): string {
  const file = path.replace(/(^|\/)$/, '$1index.html');
  const name = !files.has(file) && files.has(`${file}.html`) ? `${file}.html` : file;
  // Browsers accept HTML.
  const prefersMarkdown = /\btext\/markdown\b/.test(accept) && !/\btext\/html\b/.test(accept);
  const asMarkdown = name.replace(/\.html$/, '.md');
  return prefersMarkdown && files.has(asMarkdown) ? asMarkdown : name;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml', // RFC 9512
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

type Fields = Record<string, string> & { etag: string };
type Encoding = 'br' | 'gzip' | undefined;
type Prepared = { fields: Fields; compressed: Map<Encoding, Buffer> };

/** Cache of the headers and compressed versions of each file, for as long as the file exists. */
const prepared = new WeakMap<Buffer, Prepared>();

function preparedOf(name: string, body: Buffer): Prepared {
  const known = prepared.get(body) ?? { fields: headersOf(name, body), compressed: new Map() };
  prepared.set(body, known);
  return known;
}

function headersOf(name: string, body: Buffer): Fields {
  const isPage = name.endsWith('.html');
  return {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: isPage ? 'accept, accept-encoding' : 'accept-encoding',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Tools from other origins load the contract by its URL.
    ...(CONTRACT_FILES.some((file) => file === name) ? { 'access-control-allow-origin': '*' } : {}),
    ...(isPage ? { 'content-security-policy': policyIn(body) } : {}),
  };
}

/** Returns the policy of a page. The header adds `frame-ancestors`, which browsers ignore in a meta element. */
function policyIn(page: Buffer): string {
  const [, policy = "default-src 'none'"] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page.toString()) ?? [];
  return `${policy.replaceAll('&#39;', "'")}; frame-ancestors 'none'`;
}

/** Returns the best compression that the client accepts. */
function encodingOf(accepted: string | string[] = ''): Encoding {
  const names = String(accepted)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === undefined) return body;
  if (encoding === 'gzip') return gzipSync(body, { level: 9 });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
}

/** Maximum path depth for the 404 page, because its links repeat `../` for each level. */
const DEEPEST = 10;

/** Returns the page for an unknown URL, with links relative to the root of the site. */
function notFound(files: Files, path: string): [name: string, body: Buffer] {
  const page = files.get('404.html')?.toString();
  if (page === undefined || path.split('/').length > DEEPEST) return ['404.txt', Buffer.from('Not found.\n')];
  return ['404.html', Buffer.from(page.replaceAll('="./', `="${rootOf(path)}`))];
}
