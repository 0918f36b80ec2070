import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveHttp } from '@vehicle-lookup/testing';

/** Headers that allow a page from a different origin to read a response. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
const json = { ...CORS, 'content-type': 'application/json' };
const failure = (message: string) => JSON.stringify({ success: false, message });

type Responder = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** The service's faults, keyed by the first path segment. */
const FAULTS: Record<string, Responder> = {
  rejection: (response) => response.writeHead(200, json).end(failure('Not today.')),
  page: (response) => response.writeHead(200, { ...CORS, 'content-type': 'text/html' }).end('<p>welcome'),
  shape: (response) => response.writeHead(200, json).end('{"success":true,"data":{}}'),
  redirect: (response) => response.writeHead(302, { ...CORS, location: '/rejection/api/' }).end(),
  silence: () => {},
  half: (response) => response.writeHead(200, json).write('{"success":'),
  recovers: (response, _, count) =>
    count < 3
      ? response.writeHead(503, json).end(failure('Not yet.'))
      : response.writeHead(200, json).end('{"success":true,"data":[]}'),
  quota: (response, _, count) =>
    response.writeHead(429, { ...json, 'retry-after': '2592000' }).end(failure(`request ${count}`)),
  cut: (response) => {
    response.writeHead(200, { ...json, 'content-length': '100' }).write('{', () => response.destroy());
  },
  echo: (response, { url = '' }) => {
    const key = new URL(url, 'http://service').searchParams.get('key');
    response.writeHead(401, { ...json, link: `<${url}>; rel=next` }).end(failure(`${url} ${key}`));
  },
};

/** Starts a service with these faults and returns its base URL. */
export async function startFaultyService(): Promise<string> {
  const counts = new Map<string, number>();
  const { address } = await serveHttp((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    const count = (counts.get(pathname) ?? 0) + 1;
    counts.set(pathname, count);
    const respond = FAULTS[pathname.split('/')[1] ?? ''];
    if (respond) respond(response, request, count);
    else response.writeHead(404).end();
  });
  return address;
}
