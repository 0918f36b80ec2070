import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { cleanUpLater } from '@vehicle-lookup/testing';
import { closeServer, listen } from '@vehicle-lookup/toolkit/http';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import type { Stores } from '../../src/http/lookup/lookup.ts';
import { createReport } from '../../src/observability/events.ts';
import { createLog } from '../../src/observability/log.ts';
import { createMetrics, type Metrics } from '../../src/observability/metrics.ts';
import type { Tracing } from '../../src/observability/tracing.ts';
import { fakeAdmit, fakeCatalogue, fakeQuota, fakeSource, KEY } from './fakes.ts';

export interface AppServer {
  app: Server;
  address: string;
  port: number;
  /** Log lines written so far. */
  log: string[];
  metrics: Metrics;
}

export interface Overrides extends Partial<Stores>, AppOptions {
  tracing?: Tracing;
}

/** Starts the application on an available port, with fake stores by default. It stops at the end of the test or file. */
export async function start({ tracing, ...overrides }: Overrides = {}): Promise<AppServer> {
  const stores: Stores = {
    catalogues: fakeSource(fakeCatalogue()),
    admit: fakeAdmit(),
    quota: fakeQuota(),
    ...overrides,
  };
  const log: string[] = [];
  const metrics = createMetrics();
  const logger = createLog('debug', { write: (line) => void log.push(line) });
  const observers = { log: logger, metrics, report: createReport(logger, metrics), tracing };
  const app = createApp(stores, observers, overrides);
  const address = await listen(app, { port: 0, host: '127.0.0.1' });
  cleanUpLater(() => closeServer(app));
  return { app, address, port: Number(new URL(address).port), log, metrics };
}

/** Returns a query with credentials. */
export const as = (user: string, query = '', key: string = KEY): string => `user=${user}&key=${key}&${query}`;
export const paid = (query = ''): string => as('paid', query);

export interface HttpResponse {
  status: number;
  headers: Response['headers'];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  body: any;
}

export async function get(
  server: Pick<AppServer, 'address'>,
  query: string,
  init: RequestInit = {},
  path = '/api/',
): Promise<HttpResponse> {
  const response = await fetch(`${server.address}${path}?${query}`, init);
  const body = await response.text();
  const parsed = body === '' ? undefined : JSON.parse(body);
  return { status: response.status, headers: response.headers, text: body, body: parsed };
}

/**
 * Sends bytes unchanged and reads until the server closes the connection.
 * @param end closes the sending side, so that the server does not wait for the rest of a request
 */
export async function raw(port: number, bytes: string | Buffer, end = false): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  if (end) socket.end();
  return text(socket);
}

/** Parses the responses that a connection received. Bodies must have a Content-Length. */
export function responses(received: string): { status: number; head: string; body: string }[] {
  const found = [];
  for (let rest = Buffer.from(received); rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, end).toString();
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    found.push({ status: Number(head.split(' ')[1]), head, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return found;
}
