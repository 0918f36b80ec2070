import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunError } from '../run-error.ts';
import { loadCatalogue } from './load.ts';
import type { Answer, Asked, Change, Difference } from './mutant.ts';
import { type Incoming, operationOf, rightReply } from './right-service.ts';

/** A service that runs. */
export interface Service {
  /** Its base address. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts one service of the catalogue on a free port of this machine.
 * @param name of a mutant or a variant, without its class
 * @throws RunError when the catalogue has none of this name
 */
export async function startMutant(name: string): Promise<Service> {
  const { mutants, variants } = await loadCatalogue();
  const found = [...mutants, ...variants].find((own) => own.name === name);
  if (!found) throw new RunError(`the catalogue has no service ${name}; see contract-tests/mutants`);
  return startService(changeOf(found.service));
}

/** A difference that keeps to its operations. */
export const changeOf =
  ({ operations, change }: Difference): Change =>
  (right, asked) =>
    operations === undefined || operations.includes(asked.operation) ? change(right, asked) : right;

/** Starts the right service, or one that differs from it, on a free port of this machine. */
export async function startService(change: Change = (right) => right, envelope?: string): Promise<Service> {
  const memory = new Map<string, unknown>();
  const server = createServer((request, response) => {
    const incoming = incomingOf(request);
    const right = rightReply(incoming, envelope);
    send(change(right, askedOf(incoming, memory, envelope)), response);
  });
  // A run pauses no longer than a time limit; a connection that is closed meanwhile would look like a fault.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function incomingOf({ method = '', url = '', headers }: IncomingMessage): Incoming {
  const { pathname: path, searchParams: query } = new URL(url, 'http://service');
  const { prefer } = headers;
  return { method, path, query, prefer: Array.isArray(prefer) ? prefer.join(', ') : prefer };
}

function askedOf(incoming: Incoming, memory: Asked['memory'], envelope: string | undefined): Asked {
  const { method, path, query } = incoming;
  return {
    method,
    path,
    query,
    operation: operationOf(query),
    memory,
    rightTo: (change) => {
      const other = new URLSearchParams(query);
      change(other);
      return rightReply({ ...incoming, query: other }, envelope);
    },
  };
}

function send(answer: Answer, response: ServerResponse): void {
  if (answer === 'silence') return;
  if (answer === 'hang-up') return void response.socket?.destroy();
  if ('raw' in answer) return void response.socket?.end(answer.raw);
  const { status, headers, body } = answer;
  response.writeHead(status, headers);
  response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
}
