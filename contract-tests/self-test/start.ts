import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunError } from '../src/run-error.ts';
import { type ArrivedRequest, correctResponse, operationOf } from './correct-service.ts';
import type { ResponseChange, ServiceDifference, ServiceRequest, ServiceResponse, WireResponse } from './service.ts';

/** A running service. */
export interface StartedService {
  /** The base URL of the service. */
  url: string;
  /** A fetch function that fails as soon as the service decides not to respond, so that runs need not wait for a time limit. */
  fetch: typeof globalThis.fetch;
  close: () => Promise<void>;
}

/**
 * Starts a service from the catalogue on an available local port.
 * @param name the name of a faulty or correct service, without its class
 * @throws RunError if the catalogue has no service with this name
 */
export async function startByName(name: string): Promise<StartedService> {
  // The catalogue is loaded only here, because other functions do not need it.
  const { catalogue } = await import('./catalogue.ts');
  const found = [...catalogue.faulty, ...catalogue.correct].find((service) => service.name === name);
  if (!found) throw new RunError(`the catalogue has no service ${name}; see contract-tests/self-test`);
  return startService(createChange(found.service));
}

/** Limits the change of a service to its operations. */
export const createChange =
  ({ operations, change }: ServiceDifference): ResponseChange =>
  (correct, request) =>
    operations === undefined || operations.includes(request.operation) ? change(correct, request) : correct;

/** Starts the correct service, optionally with a change, on an available local port. */
export async function startService(
  change: ResponseChange = (correct) => correct,
  envelope?: string,
): Promise<StartedService> {
  const memory = new Map<string, unknown>();
  const waiting = new Set<() => void>();
  const server = createServer((message, outgoing) => {
    const request = readRequest(message);
    const response = change(correctResponse(request, envelope), createServiceRequest(request, memory, envelope));
    if (response === 'silence') for (const giveUp of waiting) giveUp();
    else send(response, outgoing);
  });
  // A connection that is closed during a pause of the run would look like a fault.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: (...args) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new DOMException('the service does not respond', 'TimeoutError'));
        waiting.add(giveUp);
        fetch(...args)
          .then(resolve, reject)
          .finally(() => waiting.delete(giveUp));
      }),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function readRequest({ method = '', url = '', headers }: IncomingMessage): ArrivedRequest {
  const { pathname: path, searchParams: query } = new URL(url, 'http://service');
  const { prefer } = headers;
  return { method, path, query, prefer: Array.isArray(prefer) ? prefer.join(', ') : prefer };
}

function createServiceRequest(
  request: ArrivedRequest,
  memory: ServiceRequest['memory'],
  envelope: string | undefined,
): ServiceRequest {
  const { method, path, query } = request;
  return {
    method,
    path,
    query,
    operation: operationOf(query),
    memory,
    correctResponseTo: (change) => {
      const other = new URLSearchParams(query);
      change(other);
      return correctResponse({ ...request, query: other }, envelope);
    },
  };
}

function send(response: ServiceResponse | WireResponse, outgoing: ServerResponse): void {
  if ('raw' in response) return void outgoing.socket?.end(response.raw);
  const { status, headers, body } = response;
  outgoing.writeHead(status, headers);
  outgoing.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
}
