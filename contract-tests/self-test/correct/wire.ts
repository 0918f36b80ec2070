import { brotliCompressSync, gzipSync } from 'node:zlib';
import { headers, success, where } from '../changes.ts';
import type { CorrectServices, ResponseChange } from '../service.ts';

const compressed = (encoding: string, compress: (text: string) => Buffer): ResponseChange =>
  where(
    ({ body }) => body !== '',
    (correct) => ({
      ...correct,
      headers: { ...correct.headers, 'content-encoding': encoding },
      body: compress(JSON.stringify(correct.body)),
    }),
  );

export const services: CorrectServices = {
  brotli: {
    says: 'compresses with br and declares it',
    change: compressed('br', brotliCompressSync),
  },
  'closes-connections': {
    says: 'closes the connection after every response',
    change: headers(() => ({ connection: 'close' })),
  },
  'extra-headers': {
    says: 'sends additional headers, including headers that the document allows',
    change: headers((_, { status }) => ({
      'cache-control': 'no-store',
      'x-request-id': 'f81d4fae',
      vary: 'accept-encoding',
      ...(status === 401 ? { 'www-authenticate': 'ApiKey realm="vehicles"' } : {}),
    })),
  },
  'space-after-header-values': {
    says: 'sends white space after header values',
    change: headers((_, { status }): Record<string, string> => (status === 404 ? { 'retry-after': '120 \t' } : {})),
  },
  gzip: {
    says: 'compresses with gzip and declares it',
    change: compressed('gzip', gzipSync),
  },
  'named-charset': {
    says: 'writes the media type with capitals and a character set',
    change: headers(() => ({ 'content-type': 'Application/JSON; Charset="UTF-8"' })),
  },
  'pretty-printed': {
    says: 'writes multi-line JSON with another field order and escaped letters',
    change: success((body) =>
      JSON.stringify(Array.isArray(body) ? body : Object.fromEntries(Object.entries(body).reverse()), null, 2).replace(
        /[^\0-~]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  },
};
