import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { onTestFinished } from 'vitest';
import {
  closeServer,
  createFrontServer,
  type HttpResponse,
  listen,
  route,
  sendResponse,
} from '../../src/http/index.ts';

export const table: OperationTable = {
  path: '/library',
  method: 'GET',
  credentials: ['token'],
  secrets: ['token'],
  error: { fixed: { failed: true }, text: 'reason' },
  operations: [{ id: 'readShelf', selectors: { action: 'shelf' }, parameters: {}, statuses: ['200', '400'] }],
};
export const COMMON = { 'cache-control': 'no-store' };

/** Starts a server on an available port that responds to every query. The server is closed at the end of the test. */
export async function start(
  answer: (query: string) => HttpResponse | Promise<HttpResponse>,
): Promise<{ port: number; server: Server }> {
  const server = createFrontServer(
    table,
    () => COMMON,
    async (request, outgoing) => {
      const { query = '', response } = route(table, request);
      await sendResponse(outgoing, response ?? (await answer(query)), COMMON);
    },
  );
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => closeServer(server));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Sends raw bytes and reads until the server closes the connection. */
export async function raw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

/** A received response. */
export interface Received {
  status: number;
  head: string;
  body: string;
}

/** Splits the data of a connection into responses, according to the Content-Length of each body. */
export function responses(received: string): Received[] {
  const found: Received[] = [];
  for (let rest = Buffer.from(received); rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, end).toString();
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    found.push({ status: Number(head.split(' ')[1]), head, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return found;
}

/** Returns a promise and the function that resolves it. */
export function gate<T>(): { passed: Promise<T>; pass: (value: T) => void } {
  let pass: (value: T) => void = () => undefined;
  const passed = new Promise<T>((resolve) => {
    pass = resolve;
  });
  return { passed, pass };
}
