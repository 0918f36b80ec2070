import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Server, serve } from '../support/ports.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Serves the page's folder.
 * @param worker the address of the worker at the time of a request
 */
export const serveSite = (folder: string, worker: () => string): Promise<Server> =>
  serve(({ url = '/' }, response) => {
    const file = join(folder, url === '/' ? 'index.html' : url);
    if (!existsSync(file)) return response.writeHead(404).end();
    const text = readFileSync(file, 'utf8').replace('http://127.0.0.1:8787', worker());
    return response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(text);
  });
