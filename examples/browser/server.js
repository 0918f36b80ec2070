import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { createProxy } from '@vehicle-lookup/client/proxy';

const { VEHICLE_LOOKUP_BASE_URL: baseUrl, VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key } = process.env;

const proxy = createProxy({
  baseUrl,
  user,
  key,
  operations: ['decodeVin', 'getFluids'],
  cache: { maxAge: 30 * 86_400 },
  // Behind another server, use the address in the header that this server sets.
  limit: { requests: 60, seconds: 60, visitor: ({ headers }) => headers.get('x-visitor') ?? '' },
  onEvent: ({ type, operation, outcome, message, requestId = '' }) => {
    if (type === 'end' && outcome !== 'success') console.error(operation, outcome, message, requestId);
  },
});

const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['dist/page.js', 'text/javascript'],
};

const server = createServer(async ({ url, method, headers, socket }, response) => {
  let request;
  try {
    const visitor = { ...headers, 'x-visitor': socket.remoteAddress ?? '' };
    request = new Request(`http://${headers.host}${url}`, { method, headers: visitor });
  } catch {
    // A page cannot use this address or method.
    return response.writeHead(400).end();
  }
  const { pathname } = new URL(request.url);
  const [file, type] = files[pathname] ?? [];
  if (file) return response.writeHead(200, { 'content-type': type }).end(readFileSync(new URL(file, import.meta.url)));
  if (pathname !== '/vehicles/api/') return response.writeHead(404).end();
  const answer = await proxy(request);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
