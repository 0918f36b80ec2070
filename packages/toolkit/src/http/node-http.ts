import type * as Http from 'node:http';
import { createRequire } from 'node:module';

/** The module `node:http`. An import of it also loads the WebSocket client of Node.js, which takes longer than Node.js itself. */
export const http: typeof Http = createRequire(import.meta.url)('node:http');
