import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/operations';
import { documentedOperations, type Projection } from '../src/document.ts';
import { verifyContract } from '../src/index.ts';
import type { Report } from '../src/report.ts';

/** The credentials that the service of the tests takes. The key holds what the usual encodings change. */
export const USER = 'contract-tester';
export const KEY = 'canary/Key+with=signs&"quotes"';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; a string as it is. */
  body: unknown;
}

/** What a faulty service does with a right reply; `silence` never answers. */
export type Fault = (reply: Reply, request: { query: URLSearchParams; operation: string }) => Reply | 'silence';

export interface Service {
  url: string;
  close: () => Promise<void>;
}

/** A body of any shape: faults reach into it. */
// biome-ignore lint/suspicious/noExplicitAny: a fault may change anything
export type Body = any;

const document: Projection = createRequire(import.meta.url)('@vehicle-lookup/spec/operations.json');
const operations = new Map(documentedOperations(document, operationTable).map((own) => [own.entry.id, own]));

/** The documented example of a success body, a copy. */
export function example(operation: string, envelope = 'full'): Body {
  const get = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === operation);
  const examples = Object.values(get?.responses?.['200']?.content ?? {})[0]?.examples ?? {};
  const named = examples[envelope] ?? examples.full;
  return structuredClone((deref(named) as { value: unknown }).value);
}

function deref(node: unknown): unknown {
  const { $ref } = node as { $ref?: string };
  return $ref
    ? $ref
        .slice(2)
        .split('/')
        .reduce((at, key) => (at as Record<string, unknown>)[key], document as unknown)
    : node;
}

/** A service that keeps the contract: its data are the documented examples. */
function reply(query: URLSearchParams, envelope: string): { reply: Reply; operation: string } {
  const headers = { 'content-type': 'application/json' };
  const error = (status: number) => ({ status, headers, body: errorBody('It did not work. Try another way.') });
  const resolution = resolveOperation(query);
  if (!resolution.ok) return { reply: error(resolution.problem.status), operation: '' };
  const { operation, parameters } = resolution;
  if (query.get('user') !== USER || query.get('key') !== KEY) return { reply: error(401), operation };
  const values = operations.get(operation)?.values ?? {};
  const isKnown = Object.entries(parameters).every(([name, value]) => values[name] === value);
  return { reply: isKnown ? { status: 200, headers, body: example(operation, envelope) } : error(404), operation };
}

/** Starts the service on a free port. */
export async function startService(fault: Fault = (right) => right, envelope = 'full'): Promise<Service> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://service').searchParams;
    const right = reply(query, envelope);
    const result = fault(right.reply, { query, operation: right.operation });
    if (result === 'silence') return;
    response.writeHead(result.status, result.headers);
    response.end(typeof result.body === 'string' ? result.body : JSON.stringify(result.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Verifies a service with one fault, or a right one. */
export async function verifyWith(fault?: Fault, envelope?: string): Promise<Report> {
  const service = await startService(fault, envelope);
  try {
    return await verifyContract({ baseUrl: service.url, user: USER, key: KEY, target: 'service', timeoutMs: 300 });
  } finally {
    await service.close();
  }
}

/** A fault in the successes of one operation. */
export const inSuccess =
  (operation: string, change: (body: Body, reply: Reply) => Partial<Reply> | undefined): Fault =>
  (right, request) => {
    if (right.status !== 200 || request.operation !== operation) return right;
    return { ...right, ...(change(right.body, right) ?? {}) };
  };
