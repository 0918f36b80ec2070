import { errorBody, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { exampleBodies } from '@vehicle-lookup/openapi';
import { contractDocument, contractOperations } from '../src/plan/document.ts';
import type { ServiceResponse } from './service.ts';

/** The account of the correct service. The key contains characters that common encodings change. */
export const USER = 'contract-tester';
export const KEY = 'canary/Key+with=signs&"quotes"';
export const account: Readonly<Record<'user' | 'key', string>> = { user: USER, key: KEY };

/** An account whose plan lacks operations, and an account whose allowance is exhausted. */
export const accounts = {
  forbidden: { user: 'test-plan', key: 'canary-key-of-the-test-plan' },
  exhausted: { user: 'all-spent', key: 'canary-key-of-the-spent' },
} as const;

const document = contractDocument();
const operations = new Map(
  contractOperations(document, operationTable).map((operation) => [operation.entry.id, operation]),
);
const bodies = exampleBodies(document);

/** The documented value of every parameter. */
export const documented: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...operations.values()].map(({ values }) => values),
);

/** Returns a copy of the documented success body with the given envelope, or of the full envelope if there is none. */
// biome-ignore lint/suspicious/noExplicitAny: a body of any shape
export function example(operation: string, envelope = 'full'): any {
  const ofOperation = bodies.filter((body) => body.operation === operation && body.status === '200');
  const found = ofOperation.find(({ name }) => name === envelope) ?? ofOperation.find(({ name }) => name === 'full');
  return structuredClone(found?.body);
}

/** A received request. */
export interface ArrivedRequest {
  method: string;
  /** The path without a query. */
  path: string;
  query: URLSearchParams;
  /** The value of the `Prefer` header. */
  prefer?: string | undefined;
}

const PLAN = 'This is not available in your plan.';
const headers = { 'content-type': 'application/json' };
const error = (status: number, text = 'It did not work. Try another way.'): ServiceResponse => ({
  status,
  headers,
  body: errorBody(text),
});

/** Returns the response of a service that follows the contract and uses the documented examples as its data. */
export function correctResponse({ method, query, prefer }: ArrivedRequest, envelope = 'full'): ServiceResponse {
  if (method === 'OPTIONS') return { status: 204, headers: {}, body: '' };
  if (method === 'POST') return { ...error(405), headers: { ...headers, allow: 'GET, HEAD, OPTIONS' } };
  const resolution = resolveOperation(query);
  const account = accountOf(query);
  if (!account) return error(401);
  if (!resolution.ok) return error(resolution.error.status, resolution.error.message);
  const { operation, parameters } = resolution;
  if (prefer) return preferred(operation, prefer);
  const documentedOperation = operations.get(operation);
  if (account === 'forbidden' && documentedOperation?.entry.statuses.includes('403')) return error(403, PLAN);
  if (account === 'exhausted') return error(429);
  const body = example(operation, envelope);
  const change = dataOf(operation, parameters);
  return change ? { status: 200, headers, body: withPresentTime(change(body)) } : error(404);
}

/** Returns the operation that a query selects, ignoring its credentials. Empty if the query selects none. */
export function operationOf(query: URLSearchParams): string {
  const complete = new URLSearchParams(query);
  for (const name of operationTable.credentials) complete.set(name, '-');
  const resolution = resolveOperation(complete);
  return (resolution.ok ? resolution.operation : resolution.error.operation) ?? '';
}

function accountOf(query: URLSearchParams): 'own' | keyof typeof accounts | undefined {
  const [user, key] = [query.get('user'), query.get('key')];
  if (user === USER && key === KEY) return 'own';
  return (['forbidden', 'exhausted'] as const).find(
    (name) => user === accounts[name].user && key === accounts[name].key,
  );
}

function preferred(operation: string, prefer: string): ServiceResponse {
  const [, status = ''] = /code=(\d+)/.exec(prefer) ?? [];
  const [, name] = /example=(\S+)/.exec(prefer) ?? [];
  if (status !== '200') return error(Number(status), status === '403' ? PLAN : undefined);
  return { status: 200, headers, body: example(operation, name) };
}

/** An entry of the catalogue. */
interface Entry {
  name: string;
  slug: string;
}

/** Finds an entry by its name or slug (assumption name-matching). */
const findEntry = (entries: readonly Entry[], text: string): Entry | undefined =>
  entries.find(({ name, slug }) => [slug, slug.toUpperCase(), name].includes(text));

/** Returns a copy of the models of a brand. Only the models of one brand are documented. */
function modelsOf({ name, slug }: Entry): Entry[] {
  const models: Entry[] = example('listModels').data;
  return slug === documented.brand
    ? models
    : models.map((_, index) => ({ name: `${name} ${index}`, slug: `${slug}-${index}` }));
}

/**
 * Returns a function that adapts the documented body to the parameters. Undefined if the service has no data for them.
 */
function dataOf(
  operation: string,
  { vin, carId, brand: brandText, model: modelText }: Readonly<Record<string, string>>,
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
): ((body: any) => any) | undefined {
  // The first eight characters are accepted under the assumption partial-vin.
  if (vin !== undefined && vin !== documented.vin && vin !== documented.vin?.slice(0, 8)) return undefined;
  if (carId !== undefined && carId !== documented.carId) {
    const vehicle = example('decodeVinAll').data.find((one: { carId: number }) => String(one.carId) === carId);
    return vehicle && ((body) => (operation === 'getVehicle' ? { ...body, data: vehicle } : body));
  }
  if (brandText === undefined) return (body) => body;
  const brand = findEntry(example('listBrands').data, brandText);
  if (!brand) return undefined;
  const models = modelsOf(brand);
  if (modelText === undefined) return (body) => ({ ...body, data: models });
  const model = findEntry(models, modelText);
  if (!model) return undefined;
  return (body) => ({
    ...body,
    data: body.data.map((variant: { typeName: string }) => ({
      ...variant,
      fullTitle: `${brand.name} ${model.name} ${variant.typeName}`,
    })),
  });
}

/** Replaces the timestamp of a documented example with the current time. */
function withPresentTime(body: { timestamp?: string }): unknown {
  if (body.timestamp !== undefined) body.timestamp = new Date().toISOString().replace(/\.\d+Z$/, '+00:00');
  return body;
}
