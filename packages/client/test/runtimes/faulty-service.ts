import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What a page of another origin needs to read an answer. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
const json = { ...CORS, 'content-type': 'application/json' };
const failure = (message: string) => JSON.stringify({ success: false, message });

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** By the first segment of the path: what is wrong there. */
const FAULTS: Record<string, Answer> = {
  refusal: (response) => response.writeHead(200, json).end(failure('Not today.')),
  page: (response) => response.writeHead(200, { ...CORS, 'content-type': 'text/html' }).end('<p>welcome'),
  shape: (response) => response.writeHead(200, json).end('{"success":true,"data":{}}'),
  redirect: (response) => response.writeHead(302, { ...CORS, location: '/refusal/api/' }).end(),
  silence: () => {},
  half: (response) => response.writeHead(200, json).write('{"success":'),
  recovers: (response, _, count) =>
    count < 3
      ? response.writeHead(503, json).end(failure('Not yet.'))
      : response.writeHead(200, json).end('{"success":true,"data":[]}'),
  quota: (response, _, count) =>
    response.writeHead(429, { ...json, 'retry-after': '2592000' }).end(failure(`request ${count}`)),
  cut: (response) => {
    response.writeHead(200, { ...json, 'content-length': '100' }).write('{');
    setTimeout(() => response.destroy(), 20);
  },
  echo: (response, { url = '' }) => {
    const key = new URL(url, 'http://service').searchParams.get('key');
    response.writeHead(401, { ...json, link: `<${url}>; rel=next` }).end(failure(`${url} ${key}`));
  },
};

/** Starts a service that is at fault in each of these ways, for all tests of a file; returns its base address. */
export async function startFaultyService(): Promise<string> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    const count = (counts.get(pathname) ?? 0) + 1;
    counts.set(pathname, count);
    const answer = FAULTS[pathname.split('/')[1] ?? ''];
    if (answer) answer(response, request, count);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
