import { createRequire } from 'node:module';
import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/operations';
import { documentedOperations, type Projection } from '../document.ts';

/** An answer before it is sent. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; a text or bytes as they are. */
  body: unknown;
}

/** A body of any shape: faults reach into it. */
// biome-ignore lint/suspicious/noExplicitAny: a fault may change anything
export type Body = any;

/** The account that the right service knows. The key holds what the usual encodings change. */
export const USER = 'contract-tester';
export const KEY = 'canary/Key+with=signs&"quotes"';

/** Accounts without the operations of higher plans, and without anything left of their allowance. */
export const accounts = {
  forbidden: { user: 'test-plan', key: 'canary-key-of-the-test-plan' },
  exhausted: { user: 'all-spent', key: 'canary-key-of-the-spent' },
} as const;

const document: Projection = createRequire(import.meta.url)('@vehicle-lookup/spec/operations.json');
const operations = new Map(documentedOperations(document, operationTable).map((own) => [own.entry.id, own]));

/** The documented example of a success body, a copy; the full one where none has this name. */
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

/** What arrived. */
export interface Incoming {
  method: string;
  /** Without query. */
  path: string;
  query: URLSearchParams;
  /** What a mock is asked for. */
  prefer?: string | undefined;
}

const PLAN = 'This is not available in your plan.';
const headers = { 'content-type': 'application/json' };
const error = (status: number, text = 'It did not work. Try another way.'): Reply => ({
  status,
  headers,
  body: errorBody(text),
});

/** What a service that keeps the contract answers: its data are the documented examples. */
export function rightReply({ method, query, prefer }: Incoming, envelope = 'full'): Reply {
  if (method === 'OPTIONS') return { status: 204, headers: {}, body: '' };
  if (method === 'POST') return { ...error(405), headers: { ...headers, allow: 'GET, HEAD, OPTIONS' } };
  const resolution = resolveOperation(query);
  const account = accountOf(query);
  if (!account) return error(401);
  if (!resolution.ok) return error(resolution.problem.status, resolution.problem.message);
  const { operation, parameters } = resolution;
  if (prefer) return preferred(operation, prefer);
  const own = operations.get(operation);
  if (account === 'forbidden' && own?.entry.statuses.includes('403')) return error(403, PLAN);
  if (account === 'exhausted') return error(429);
  const isKnown = Object.entries(parameters).every(([name, value]) =>
    spellings(name, own?.values[name] ?? '').includes(value),
  );
  return isKnown ? { status: 200, headers, body: atPresent(example(operation, envelope)) } : error(404);
}

/** The operation that a query means, whoever asks; empty where it means none. */
export function operationOf(query: URLSearchParams): string {
  const asked = new URLSearchParams(query);
  for (const name of operationTable.credentials) asked.set(name, '-');
  const resolution = resolveOperation(asked);
  return (resolution.ok ? resolution.operation : resolution.problem.operation) ?? '';
}

function accountOf(query: URLSearchParams): 'own' | keyof typeof accounts | undefined {
  const [user, key] = [query.get('user'), query.get('key')];
  if (user === USER && key === KEY) return 'own';
  return (['forbidden', 'exhausted'] as const).find(
    (name) => user === accounts[name].user && key === accounts[name].key,
  );
}

function preferred(operation: string, prefer: string): Reply {
  const [, status = ''] = /code=(\d+)/.exec(prefer) ?? [];
  const [, name] = /example=(\S+)/.exec(prefer) ?? [];
  if (status !== '200') return error(Number(status), status === '403' ? PLAN : undefined);
  return { status: 200, headers, body: example(operation, name) };
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
