import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/operations';
import { documentedOperations, type Projection } from '../src/document.ts';
import { type VerifyOptions, verifyContract } from '../src/index.ts';
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
  const isKnownCaller = query.get('user') === USER && query.get('key') === KEY;
  const selected = resolution.ok ? resolution.operation : '';
  if (!isKnownCaller) return { reply: error(401), operation: selected };
  if (!resolution.ok) return { reply: error(resolution.problem.status), operation: selected };
  const { operation, parameters } = resolution;
  const values = operations.get(operation)?.values ?? {};
  const isKnown = Object.entries(parameters).every(([name, value]) =>
    spellings(name, values[name] ?? '').includes(value),
  );
  const body = atPresent(example(operation, envelope));
  return { reply: isKnown ? { status: 200, headers, body } : error(404), operation };
}

/** What a parameter's value may be written like (assumptions partial-vin, name-matching). */
function spellings(name: string, value: string): string[] {
  if (name === 'vin') return [value, value.slice(0, 8)];
  const entry = example('listBrands').data.find(({ slug }: Body) => slug === value);
  return [value, value.toUpperCase(), ...(entry ? [entry.name] : [])];
}

/** The documented examples are of the past. */
function atPresent(body: Body): Body {
  if (body.timestamp !== undefined) body.timestamp = new Date().toISOString().replace(/\.\d+Z$/, '+00:00');
  return body;
}

/** Starts the service on a free port. */
export async function startService(fault: Fault = (right) => right, envelope = 'full'): Promise<Service> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://service').searchParams;
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.method === 'POST') return response.writeHead(405, { allow: 'GET, HEAD, OPTIONS' }).end();
    const right = reply(query, envelope);
    const result = fault(right.reply, { query, operation: right.operation });
    if (result === 'silence') return undefined;
    response.writeHead(result.status, result.headers);
    return response.end(typeof result.body === 'string' ? result.body : JSON.stringify(result.body));
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
export async function verifyWith(
  fault?: Fault,
  envelope?: string,
  options: Partial<VerifyOptions> = {},
): Promise<Report> {
  const service = await startService(fault, envelope);
  const base = { baseUrl: service.url, user: USER, key: KEY, target: 'service', timeoutMs: 300 } as const;
  try {
    return await verifyContract({ ...base, ...options });
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
