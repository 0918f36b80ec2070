import { operationTable } from '@vehicle-lookup/contract';
import * as bundled from '#prism-http';

/** A decoded query. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A request, rewritten for the document with one path per operation. */
export interface PrismRequest {
  operation: string;
  /** The query as it was sent, including credentials from headers. */
  pairs: QueryPairs;
  /** Status from `Prefer: code`. Default: the successful response. */
  code?: string | undefined;
  /** Name from `Prefer: example`. Default: the first example. */
  example?: string | undefined;
  /** Seed for a generated body; the same seed produces the same body. Default: Prism sends an example. */
  seed?: string | undefined;
}

export interface PrismResponse {
  status: number;
  headers: Record<string, string>;
  /** Part of the document, so callers must not modify the body. */
  body: unknown;
  /** False if Prism rejected the query, regardless of `Prefer`. */
  isValid: boolean;
}

/** Returns Prism's response, or undefined if Prism does not find the requested response. */
export type RequestPrism = (request: PrismRequest) => Promise<PrismResponse | undefined>;

/**
 * Creates Prism as a library, with its own router, validators, negotiator and generator.
 * @param document the document with one path per operation
 * @param library the bundle or the original package
 * @throws if Prism cannot read the document
 */
export async function createPrism(document: object, library: typeof bundled = bundled): Promise<RequestPrism> {
  const { createInstance, getHttpOperationsFromSpec } = library;
  const operations = await getHttpOperationsFromSpec(document);
  const base = {
    isProxy: false as const,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: false, // the mock validates generated bodies, and the tests validate the examples
    errors: false,
    upstreamProxy: undefined,
  };
  const prism = createInstance({ ...base, mock: { dynamic: false } }, { logger: silent });
  return async ({ operation, pairs, code, example, seed }) => {
    const mock = {
      dynamic: seed !== undefined,
      ...(seed !== undefined && { seed }),
      ...(code !== undefined && { code: Number(code) }),
      ...(example !== undefined && { exampleKey: example }),
    };
    const request = { method: 'get' as const, url: { path: `/${operation}`, query: queryOf(pairs) } };
    const result = await prism.request(request, operations, { ...base, mock })();
    if (result._tag === 'Left') return undefined;
    const { output, validations } = result.right;
    const { statusCode: status, headers = {}, body } = output;
    return { status, headers: lowerCased(headers), body, isValid: validations.input.length === 0 };
  };
}

/** Returns the query for Prism. Prism checks whether credentials are present, but receives placeholders so that it cannot repeat a key. */
function queryOf(pairs: QueryPairs): Record<string, string | string[]> {
  const query = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const sent = operationTable.credentials.includes(name) && value !== '' ? '***' : value;
    const earlier = query.get(name);
    query.set(name, earlier === undefined ? sent : [earlier, sent].flat());
  }
  return Object.fromEntries(query);
}

// Prism requires a pino logger. This logger is silent, because the mock logs each response itself, without the request.
const nothing = () => undefined;
const silent = Object.assign(Object.create(null), {
  child: () => silent,
  ...Object.fromEntries(
    ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((level) => [level, nothing]),
  ),
});

function lowerCased(headers: Record<string, unknown>): Record<string, string> {
  const set = Object.entries(headers).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
