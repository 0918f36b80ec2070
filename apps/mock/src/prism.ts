import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';

/** A response made from the document; equal calls get the same object, so callers must not change it. */
export interface DeclaredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** @param example name of a documented example; without one Prism takes the first */
export type MakeResponse = (operation: string, status: string, example?: string) => Promise<DeclaredResponse>;

/**
 * Prism as a library. The mock resolves the operation before it calls Prism: Prism's `route` only looks it up by its id.
 * Prism receives no part of the request, so it cannot repeat a key.
 * @param document the projection with one path per operation
 * @throws when Prism cannot read the document
 */
export async function createPrism(document: object): Promise<MakeResponse> {
  const operations = await getHttpOperationsFromSpec(document);
  const byId = new Map(operations.map((operation) => [operation.iid, operation]));
  const route = ({ input }: { input: { url: { path: string } } }) => found(byId.get(input.url.path));
  const prism = createInstance({ ...base, mock: { dynamic: false } }, { logger: silent, route });
  const make: MakeResponse = async (operation, status, example) => {
    const mock = { code: Number(status), dynamic: false, ...(example === undefined ? {} : { exampleKey: example }) };
    const config = { ...base, mock };
    const result = await prism.request({ method: 'get', url: { path: operation } }, operations, config)();
    if (result._tag === 'Left') throw new Error(`${operation} ${status}: ${result.left.message}`);
    const { statusCode, headers = {}, body } = result.right.output;
    return { status: statusCode, headers: lowerCased(headers), body };
  };
  // Nothing of a request takes part, so a response is made once. There are as many as the document declares.
  const made = new Map<string, Promise<DeclaredResponse>>();
  return (operation, status, example) => {
    const name = JSON.stringify([operation, status, example]);
    const response = made.get(name) ?? make(operation, status, example);
    made.set(name, response);
    return response;
  };
}

// The mock checks requests before it calls Prism; the tests check the bodies.
const base = {
  isProxy: false as const,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
};

/** fp-ts's Either, as Prism requires it. */
const found = <T>(operation: T | undefined) =>
  operation === undefined
    ? { _tag: 'Left' as const, left: new Error('no such operation') }
    : { _tag: 'Right' as const, right: operation };

// Prism requires a pino logger. This one prints nothing: the mock logs each response itself, without the request.
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
