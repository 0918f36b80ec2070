import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Listening, serveHttp } from '@vehicle-lookup/testing';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Serves the directory of the page.
 * @param worker the address of the worker, read for each request
 */
export const serveSite = (directory: string, worker: () => string): Promise<Listening> =>
  serveHttp(({ url = '/' }, response) => {
    const file = join(directory, url === '/' ? 'index.html' : url);
    if (!existsSync(file)) return response.writeHead(404).end();
    const text = readFileSync(file, 'utf8').replace('http://127.0.0.1:8787', worker());
    return response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(text);
  });
