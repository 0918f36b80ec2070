import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { CONTRACT_FILES } from '../contract/contract-files.ts';
import { hasHashedName } from '../site/hashed-names.ts';

/** A file of the site, ready to be sent. */
export interface Asset {
  headers: Record<string, string>;
  body: Buffer;
  /** Compressed forms, made when they are asked for first. */
  encoded: Map<string, Buffer>;
}

export type Assets = ReadonlyMap<string, Asset>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.xml': 'application/xml',
  // RFC 9512
  '.yaml': 'application/yaml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The files of a site with their headers. A file that the build has compressed stands beside it, with `.br` after its name. */
export function assetsOf(files: ReadonlyMap<string, Buffer>): Assets {
  const assets = new Map<string, Asset>();
  for (const [path, body] of files) if (!path.endsWith('.br')) assets.set(path, contentOf(path, body));
  for (const [path, body] of files) if (path.endsWith('.br')) assets.get(path.slice(0, -3))?.encoded.set('br', body);
  return assets;
}

export function contentOf(path: string, body: Buffer): Asset {
  const headers: Record<string, string> = {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': hasHashedName(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: path.endsWith('.html') ? 'accept, accept-encoding' : 'accept-encoding',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  // Tools of other origins load the contract by its address.
  if (CONTRACT_FILES.some((name) => name === path)) headers['access-control-allow-origin'] = '*';
  if (path.endsWith('.html')) headers['content-security-policy'] = policyIn(body);
  return { headers, body, encoded: new Map() };
}

/** The policy that the page carries; only a header can say who may frame it. */
function policyIn(body: Buffer): string {
  const [, policy = "default-src 'none'"] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(body.toString()) ?? [];
  return `${policy.replaceAll('&#39;', "'")}; frame-ancestors 'none'`;
}

/** The smallest form of a file that the client accepts. */
export function negotiate(
  asset: Asset,
  accepted: string | string[] | undefined,
): { encoding: string | undefined; body: Buffer } {
  const names = String(accepted ?? '')
    .split(',')
    .flatMap((part) => (/;\s*q=0(\.0*)?\s*$/.test(part) ? [] : [part.split(';')[0]?.trim()]));
  const encoding = ['br', 'gzip'].find((name) => names.includes(name));
  if (!encoding) return { encoding: undefined, body: asset.body };
  const body = asset.encoded.get(encoding) ?? compress(asset.body, encoding);
  asset.encoded.set(encoding, body);
  return { encoding, body };
}

const compress = (body: Buffer, encoding: string): Buffer =>
  encoding === 'br'
    ? brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : gzipSync(body, { level: 9 });
