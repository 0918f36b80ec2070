import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { createProxy } from '@vehicle-lookup/client/proxy';

const { VEHICLE_LOOKUP_BASE_URL: baseUrl, VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key } = process.env;
const proxy = createProxy({ baseUrl, user, key, operations: ['decodeVin', 'getFluids'] });
const page =
  '<!doctype html><html lang="en"><title>Vehicle</title><body><script type="module" src="/page.js"></script>';

const server = createServer(async ({ url, method, headers }, response) => {
  let request;
  try {
    request = new Request(`http://${headers.host}${url}`, { method, headers });
  } catch {
    // The address or the method is not one that a page can use.
    return response.writeHead(400).end();
  }
  const { pathname } = new URL(request.url);
  if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  if (pathname === '/page.js')
    return response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(readFileSync(new URL('dist/page.js', import.meta.url)));
  if (pathname !== '/vehicles/api/') return response.writeHead(404).end();
  const answer = await proxy(request);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
