import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** Starts the mock for the tests of a file; gives its base address when they run. */
export function mock(): () => string {
  let child: ChildProcess;
  let address = '';
  beforeAll(async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/mock/package.json'));
    child = fork(join(folder, 'bin/vehicle-lookup-mock.js'), ['--port', '0'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the mock ended with code ${code}`)));
    ended.catch(() => undefined);
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: string }];
    address = message.ready;
  });
  afterAll(async () => {
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  return () => address;
}

export type Answer = (query: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void;

/** A service of the test's own on a free port, and the queries that reached it. */
export async function serve(answer: Answer): Promise<{ address: string; queries: URLSearchParams[] }> {
  const queries: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    queries.push(query);
    answer(query, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, queries };
}

/** Sends a body of JSON. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A success whose only vehicle carries the model. */
export const vehicle = (model: string): unknown => ({
  success: true,
  timestamp: '2025-07-02T22:40:00+00:00',
  api_version: '2.0',
  data: { carId: 1, make: 'Volkswagen', model },
});

/** An address that nobody listens at. */
export async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
